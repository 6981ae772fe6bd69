// @ts-check
/**
 * The service worker: the whole site without a connection, and never an outdated page with one.
 *
 * There are two caches. "assets" has files whose addresses change with their content (the runtime, our modules, the
 * theme's hashed files); it is used before the network. "pages <version>" has everything else; it is used if the
 * network does not answer. The previous version is stored too, so that an open tab of it still finds its files.
 *
 * Only files with the hashes of the build are stored, and files from a cache are checked once in the life of this
 * worker, as others may write there. When the host no longer has this script, the site is gone: everything stored is
 * deleted, and so is the registration.
 */

/**
 * Filled in by the site generator: `files` has every file of the site with the first digits of its SHA-256.
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
const IMAGES = `kontrapunkt-image ${SCOPE.pathname}`; // the page stores it, see image.js
const MANIFEST_KEY = "kontrapunkt-manifest.json";
const SITE_MAP = "sitemap.xml";
const NOWHERE = "404.html";
const PATIENCE = 3000; // ms to wait for the network if a cached page exists
const AT_ONCE = 4; // parallel downloads
const GONE = [404, 410]; // a host's statuses for a missing file

const files = MANIFEST.files ?? {};
/** @type {Promise<void> | null} while files are checked and loaded */
let keeping = null;
/** Whether the site is gone, as far as known `PATIENCE` after the request for a page. */
let gone = Promise.resolve(false);
/** @type {Set<string>} tabs that got a cached page because the host was slow */
const hasty = new Set();
/** @type {Set<string>} checked files, by cache and name */
const compared = new Set();
/** @type {Set<string>} damaged files */
const damaged = new Set();
const progress = { kp: "progress", done: 0, total: Object.keys(files).length };

/**
 * The reason why the site cannot be stored: `kind` selects a sentence `offline.<kind>`; `values` fill
 * it.
 */
class Unkept extends Error {
  /** @param {string} kind @param {Record<string, string | number>} values */
  constructor(kind, values) {
    super(kind);
    this.kind = kind;
    this.values = values;
  }
}

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(keep().then(() => worker.skipWaiting())); // if it fails, the browser tries again later
});
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("message", (/** @type {any} */ event) => {
  const { data, ports, source } = event;
  if (data?.kp === "keep" && !keeping) {
    const told = keep().then(() => tell({ kp: "ready" }));
    event.waitUntil(told.catch(() => {})); // the reason has been reported
  } else if (data?.kp === "keep" || data?.kp === "ask") {
    source?.postMessage(keeping ? progress : { kp: "ready" });
  } else if (data?.kp === "compare") {
    event.waitUntil(areOfThisVersion(data.pages).then((same) => ports[0].postMessage(same)));
  }
});
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || request.headers.has("range")) return;
  if (url.origin !== SCOPE.origin || !url.pathname.startsWith(SCOPE.pathname)) return;
  const file = fileOf(url);
  if (request.mode === "navigate") event.waitUntil(lookForSite());
  if (isImmutable(file)) event.respondWith(cacheFirst(request, file));
  else event.respondWith(networkFirst(request, file, event.resultingClientId));
});

// --- what is asked for ---------------------------------------------------------------------------------------

/** @param {URL} url @returns {string} its file, from the site's root; queries are ignored */
function fileOf(url) {
  let path = url.pathname.slice(SCOPE.pathname.length);
  try {
    path = decodeURIComponent(path);
  } catch {
    // not an address of this site
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

/**
 * @param {string} file
 * @returns {string} its address for requests: hosts redirect `index.html` to its folder, and a redirected response cannot answer a navigation
 */
function address(file) {
  return key(file.replace(/(^|\/)index\.html$/, "$1"));
}

/**
 * Answers from the cache first. A request that bypasses caches, after a failed start, has the cached file checked
 * again.
 *
 * @param {Request} request
 * @param {string} file
 */
async function cacheFirst(request, file) {
  if (request.cache !== "default") compared.delete(`${ASSETS} ${file}`);
  const cached = (await gone) ? undefined : await lookUp(file);
  if (cached) return cached;
  const response = await fetch(request);
  if (damaged.has(file) && (await isRight(response.clone(), files[file]))) {
    await (await caches.open(ASSETS)).put(key(file), response.clone());
    damaged.delete(file);
    compared.add(`${ASSETS} ${file}`);
  }
  return response;
}

/** @param {Request} request @param {string} file @param {string} tab the tab for it @returns {Promise<Response>} */
async function networkFirst(request, file, tab) {
  const network = fetch(request);
  network.catch(() => {}); // handled below, or too late
  const cached = await lookUp(file);
  try {
    return await (cached ? Promise.race([network, late()]) : network);
  } catch {
    if (await gone) return network;
    hasty.add(tab);
    return cached ?? (await missing(file));
  }
}

/** @returns {Promise<never>} */
function late() {
  return new Promise((_, reject) => setTimeout(reject, PATIENCE, new Error("late")));
}

/** @param {string} file @returns {Promise<Response>} the response for a missing file */
async function missing(file) {
  const page = isPage(file) ? await lookUp(NOWHERE) : undefined;
  return page ? new Response(page.body, { status: 404, headers: page.headers }) : Response.error();
}

/** @param {string} file @returns {Promise<Response | undefined>} from this version, else the previous one */
async function lookUp(file) {
  if (file === SITE_MAP) return siteMap();
  const names = isImmutable(file) ? [ASSETS] : [PAGES, ...(await otherPages()).reverse()];
  for (const name of names) {
    if (!(await caches.has(name))) continue;
    const cache = await caches.open(name);
    for (const each of isPage(file) ? [file, `${file}/index.html`] : [file]) {
      const found = await cache.match(key(each));
      if (found && (await isAsListed(found, name, each))) return found;
      if (found) await cache.delete(key(each));
    }
  }
  return undefined;
}

/** @param {Response} found @param {string} name its cache @param {string} file @returns {Promise<boolean>} */
async function isAsListed(found, name, file) {
  const id = `${name} ${file}`;
  if (compared.has(id)) return true;
  const listed = name === PAGES || (name === ASSETS && file in files);
  const older = listed ? [] : await Promise.all((name === ASSETS ? await otherPages() : [name]).map(readManifest));
  const hashes = listed ? [files[file]] : older.map(({ files: old }) => old[file]);
  for (const hash of hashes) {
    if (!(await isRight(found.clone(), hash))) continue;
    compared.add(id);
    return true;
  }
  damaged.add(file);
  return false;
}

/**
 * Returns the site map with the site's present address: the theme's instant navigation reads the known pages from it,
 * and a host may rewrite its own.
 */
function siteMap() {
  const pages = Object.keys(files).filter((file) => file.endsWith(".html") && file !== NOWHERE);
  const entries = pages.map((file) => `<url><loc>${address(file).replaceAll("&", "&amp;")}</loc></url>`);
  const text = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join("")}</urlset>`;
  return new Response(text, { headers: { "Content-Type": "application/xml" } });
}

// --- whether the site is still there -------------------------------------------------------------------------

/** Asks the host for this script, as another site may have replaced this one; then everything of ours is deleted. */
async function lookForSite() {
  const found = isGone();
  gone = Promise.race([found, late().catch(() => false)]);
  if (!(await found)) return;
  gone = found;
  await Promise.allSettled([keeping]); // otherwise it would open caches again
  const ours = (await caches.keys()).filter((name) => name.startsWith(PREFIX) || name === IMAGES);
  await Promise.all(ours.map((name) => caches.delete(name)));
  await worker.registration.unregister();
  for (const tab of await worker.clients.matchAll()) if (hasty.has(tab.id)) await tab.navigate(tab.url);
}

/** @returns {Promise<boolean>} false if the host is unreachable or has a temporary error */
async function isGone() {
  try {
    const answer = await fetch(location.href, { cache: "no-cache" });
    return answer.ok ? !(await answer.text()).includes(MANIFEST_KEY) : GONE.includes(answer.status);
  } catch {
    return false;
  }
}

// --- keeping the site ----------------------------------------------------------------------------------------

/** Stores every file and reports its progress or failure. @returns {Promise<void>} settled when all are stored */
function keep() {
  keeping ??= keepAll().finally(() => (keeping = null));
  return keeping;
}

async function keepAll() {
  const left = Object.keys(files);
  const others = await otherPages();
  const keepSome = async () => {
    for (let file = left.shift(); file !== undefined; file = left.shift()) {
      await keepOne(file, isImmutable(file) ? [ASSETS] : [PAGES, ...others]);
      progress.done += 1;
      await tell(progress);
    }
  };
  progress.done = 0;
  try {
    await tell(progress);
    const stop = () => void (left.length = 0);
    const lanes = Array.from({ length: AT_ONCE }, keepSome);
    for (const lane of lanes) lane.catch(stop);
    await Promise.allSettled(lanes); // transfers in progress are finished and stored
    await Promise.all(lanes);
    await (await caches.open(PAGES)).put(key(MANIFEST_KEY), new Response(JSON.stringify(MANIFEST)));
  } catch (error) {
    const { kind, values } = error instanceof Unkept ? error : new Unkept("failed", { detail: String(error) });
    await tell({ kp: "failed", kind, values });
    throw error;
  }
}

/**
 * @param {string} file
 * @param {string[]} names the caches to search, this version's first; only files with the right hash count
 */
async function keepOne(file, names) {
  const [own, ...others] = await Promise.all(names.map((name) => caches.open(name)));
  for (const cache of [own, ...others]) {
    const found = await cache.match(key(file));
    if (!found || !(await isRight(found.clone(), files[file]))) continue;
    if (cache !== own) await own.put(key(file), found);
    return;
  }
  await own.put(key(file), await obtain(file));
}

/** @param {string} file @returns {Promise<Response>} the file from the network, bypassing the browser's cache if necessary */
async function obtain(file) {
  let refused = new Unkept("network", { file });
  for (const cache of /** @type {RequestCache[]} */ ([isImmutable(file) ? "default" : "no-cache", "reload"])) {
    const response = await fetch(address(file), { cache }).catch(() => null);
    if (!response) continue;
    const { headers, ok, redirected, status } = response;
    if (!ok && file !== NOWHERE) refused = new Unkept("missing", { file, status });
    else if (!(await isRight(response.clone(), files[file]))) refused = new Unkept("wrong", { file });
    else return redirected || !ok ? new Response(response.body, { headers }) : response;
  }
  throw refused;
}

/** @param {Response} response is consumed @param {string | undefined} hash @returns {Promise<boolean>} whether its content has this hash */
async function isRight(response, hash) {
  const bytes = await response.arrayBuffer().catch(() => null);
  if (!bytes || !hash) return false;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const digits = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.startsWith(hash);
}

async function activate() {
  const older = await Promise.all((await otherPages()).map(readManifest));
  const before = older.findLast(({ files: old }) => Object.keys(old).length > 0); // otherwise it was never complete
  await Promise.all(older.filter((one) => one !== before).map(({ name }) => caches.delete(name)));
  const wanted = new Set([...Object.keys(files), ...Object.keys(before?.files ?? {})].map(key));
  const assets = await caches.open(ASSETS);
  for (const { url } of await assets.keys()) if (!wanted.has(url)) await assets.delete(url);
  await worker.clients.claim();
  await tell({ kp: "ready" });
}

/** @param {{href: string, mark: string}[]} pages that a tab shows @returns {Promise<boolean>} */
async function areOfThisVersion(pages) {
  const cache = await caches.open(PAGES);
  for (const { href, mark } of pages) {
    const file = fileOf(new URL(href));
    const kept = await cache.match(key([file, `${file}/index.html`].find((name) => name in files) ?? NOWHERE));
    if (kept && !(await kept.text()).includes(mark)) return false;
  }
  return true;
}

/** @returns {Promise<string[]>} the caches of other versions, oldest first */
async function otherPages() {
  return (await caches.keys()).filter((name) => name.startsWith(`${PREFIX}pages `) && name !== PAGES);
}

/** @param {string} name @returns {Promise<{name: string, files: Record<string, string>}>} empty if it was never complete */
async function readManifest(name) {
  const stored = await (await caches.open(name)).match(key(MANIFEST_KEY));
  return { name, files: stored ? ((await stored.json()).files ?? {}) : {} };
}

/** @param {object} message */
async function tell(message) {
  for (const client of await worker.clients.matchAll({ includeUncontrolled: true })) client.postMessage(message);
}
