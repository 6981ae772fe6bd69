// @ts-check
/**
 * The service worker: the whole site without a connection, and never a stale page with one.
 *
 * Two caches. "assets" holds files whose address changes with their bytes (the runtime, our modules, the theme's
 * hashed files); they are asked for here first. "pages <version>" holds everything else; that is asked for in the
 * network first, and here when no answer comes. The version before the newest is kept too, so that a tab that was
 * opened under it still finds its files.
 */

/**
 * Written in by the site generator: `files` is every file of the site with the hash of its bytes.
 *
 * @type {{version?: string, files?: Record<string, string>, runtime?: string[]}}
 */
const MANIFEST = /*KP_MANIFEST*/{};

/** @type {any} */
const worker = self;
const SCOPE = new URL("./", location.href);
const PREFIX = `kontrapunkt ${SCOPE.pathname} `;
const ASSETS = `${PREFIX}assets`;
const PAGES = `${PREFIX}pages ${MANIFEST.version}`;
const MANIFEST_KEY = "kontrapunkt-manifest.json";
const PATIENCE = 3000; // ms for the network, when there is something to show instead
const AT_ONCE = 4; // files

const files = MANIFEST.files ?? {};
let installing = false;
const progress = { kp: "progress", done: 0, total: Object.keys(files).length };

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data?.kp === "ask") event.source?.postMessage(installing ? progress : { kp: "ready" });
});
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || request.headers.has("range")) return;
  if (url.origin !== SCOPE.origin || !url.pathname.startsWith(SCOPE.pathname)) return;
  const file = fileOf(url);
  if (isImmutable(file)) event.respondWith(cacheFirst(request, file));
  else event.respondWith(networkFirst(request, file));
});

// --- what is asked for ---------------------------------------------------------------------------------------

/** @param {URL} url @returns {string} the file it means, from the site's root; queries mean nothing here */
function fileOf(url) {
  let path = url.pathname.slice(SCOPE.pathname.length);
  try {
    path = decodeURIComponent(path);
  } catch {
    // not an address that this site writes
  }
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}

/** @param {string} file @returns {boolean} whether its address changes with its bytes */
function isImmutable(file) {
  return /^assets\/kontrapunkt\/[^/]+\//.test(file) || /\.[0-9a-f]{8,}\.(min\.)?\w+$/.test(file);
}

/** @param {string} file */
function isPage(file) {
  return /\.html$/.test(file) || !/\.\w+$/.test(file);
}

/** @param {string} file @returns {string} its full address, as cache key */
function key(file) {
  return new URL(file.split("/").map(encodeURIComponent).join("/"), SCOPE).href;
}

/** @param {Request} request @param {string} file */
async function cacheFirst(request, file) {
  return (await lookUp(file)) ?? fetch(request);
}

/** @param {Request} request @param {string} file @returns {Promise<Response>} */
async function networkFirst(request, file) {
  const network = fetch(request);
  network.catch(() => {}); // heard below, or too late
  const cached = await lookUp(file);
  try {
    return await (cached ? Promise.race([network, late()]) : network);
  } catch {
    return cached ?? (await missing(file));
  }
}

/** @returns {Promise<never>} */
function late() {
  return new Promise((_, reject) => setTimeout(reject, PATIENCE, new Error("late")));
}

/** @param {string} file @returns {Promise<Response>} what stands for a file that is not there */
async function missing(file) {
  const page = isPage(file) ? await lookUp("404.html") : undefined;
  return page ? new Response(page.body, { status: 404, headers: page.headers }) : Response.error();
}

/** @param {string} file @returns {Promise<Response | undefined>} from this version, else from the one before */
async function lookUp(file) {
  const names = isImmutable(file) ? [ASSETS] : [PAGES, ...(await otherPages()).reverse()];
  for (const name of names) {
    if (!(await caches.has(name))) continue;
    const cache = await caches.open(name);
    const found = (await cache.match(key(file))) ?? (isPage(file) ? await cache.match(key(`${file}/index.html`)) : undefined);
    if (found) return found;
  }
  return undefined;
}

// --- keeping the site ----------------------------------------------------------------------------------------

async function install() {
  installing = true;
  const pages = await caches.open(PAGES);
  const assets = await caches.open(ASSETS);
  const before = await Promise.all((await otherPages()).map(readManifest));
  const left = Object.keys(files);
  const fetchSome = async () => {
    for (let file = left.shift(); file !== undefined; file = left.shift()) {
      const cache = isImmutable(file) ? assets : pages;
      if (!(await cache.match(key(file)))) await cache.put(key(file), await obtain(file, before));
      progress.done += 1;
      await tell(progress);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, fetchSome));
    await pages.put(key(MANIFEST_KEY), new Response(JSON.stringify(MANIFEST)));
  } catch (error) {
    await tell({ kp: "failed", detail: String(error) });
    throw error; // the browser tries again; what has come is kept
  }
  installing = false;
  await worker.skipWaiting();
}

/**
 * @param {string} file
 * @param {{name: string, files: Record<string, string>}[]} before
 * @returns {Promise<Response>} the file out of an older cache if its bytes are the same, else from the network
 */
async function obtain(file, before) {
  for (const { name, files: old } of before) {
    if (old[file] !== files[file]) continue;
    const found = await (await caches.open(name)).match(key(file));
    if (found) return found;
  }
  // Hosts redirect `index.html` to its folder, and a redirected response cannot answer a navigation.
  const address = key(file.replace(/(^|\/)index\.html$/, "$1"));
  const response = await fetch(address, { cache: isImmutable(file) ? "default" : "no-cache" });
  if (!response.ok && file !== "404.html") throw new Error(`${file}: ${response.status}`);
  const { body, headers, redirected } = response;
  return redirected || !response.ok ? new Response(body, { headers }) : response;
}

async function activate() {
  const older = await Promise.all((await otherPages()).map(readManifest));
  const before = older.findLast(({ files: old }) => Object.keys(old).length > 0); // else it never became whole
  await Promise.all(older.filter((one) => one !== before).map(({ name }) => caches.delete(name)));
  const wanted = new Set([...Object.keys(files), ...Object.keys(before?.files ?? {})].map(key));
  const assets = await caches.open(ASSETS);
  for (const { url } of await assets.keys()) if (!wanted.has(url)) await assets.delete(url);
  await worker.clients.claim();
  await tell({ kp: "ready" });
}

/** @returns {Promise<string[]>} the caches of other versions, oldest first */
async function otherPages() {
  return (await caches.keys()).filter((name) => name.startsWith(`${PREFIX}pages `) && name !== PAGES);
}

/** @param {string} name @returns {Promise<{name: string, files: Record<string, string>}>} none if it never became whole */
async function readManifest(name) {
  const stored = await (await caches.open(name)).match(key(MANIFEST_KEY));
  return { name, files: stored ? ((await stored.json()).files ?? {}) : {} };
}

/** @param {object} message */
async function tell(message) {
  for (const client of await worker.clients.matchAll({ includeUncontrolled: true })) client.postMessage(message);
}
