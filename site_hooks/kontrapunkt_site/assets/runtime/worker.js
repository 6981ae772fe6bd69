// @ts-check
/**
 * Python in a worker. Page -> worker: `{boot: {...}}` once, then `{id, call, args}`. Worker -> page:
 * `{boot: "progress" | "ready" | "failed", ...}`, then `{id, reply}`, `{id, error}` (Python raised), or `{id, fatal}`
 * (the interpreter has died). Only strings pass to and from Python. A call with `{heard: true}` includes a function
 * with which Python can report before it replies: `{id, told}`.
 *
 * Or `{keep: {...}}` once: it starts as usual, stores an image of Python's memory, sends `{kept}` with the hash of its
 * bytes and is terminated. A later start uses the image, which the page reads and checks: `{image}` follows `{boot}` if
 * that announces it. Then nothing needs to be imported. `{boot: "anew"}` means that the image did not work.
 *
 * The large files are loaded at once and handed to Pyodide on request, so that they load and compile while its scripts
 * do, and a missing one can be named (otherwise Pyodide hangs without an error).
 */

const WASM = "pyodide.asm.wasm";
const SCRIPTS = ["pyodide.mjs", "pyodide.asm.js"];
const MOST = 31_457_280; // the size of an image in bytes: the initial heap of Pyodide
const STEP = 100_000; // bytes between two reports
const LONGEST = 1000; // characters of an error
const EMPTY_MODULE = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

/** @type {any} */
const scope = globalThis;
/** @type {Record<string, number>} */
const times = {};
/** @type {any} */
let pyodide;
/** @type {any} */
let door;
/** @type {(image: ArrayBuffer | null) => void} receives the image of memory from the page */
let takeImage = () => {};

/** The reason of a failed start; `kind` as in runtime.js. */
class BootError extends Error {
  /** @param {string} kind @param {Record<string, string | number>} [values] */
  constructor(kind, values = {}) {
    super(kind);
    this.kind = kind;
    this.values = values;
  }
}

scope.onmessage = (/** @type {MessageEvent} */ { data }) => {
  if (data.boot) boot(data.boot).catch(failed);
  else if ("image" in data) takeImage(data.image);
  else if (data.keep) keepImage(data.keep).catch(() => null).then((kept) => scope.postMessage({ kept })); // then the next visit is an ordinary one
  else answer(data);
};

/** @param {string} phase */
function stamp(phase) {
  times[phase] = performance.timeOrigin + performance.now();
}

/** @param {any} error */
function failed(error) {
  const { kind, values } =
    error instanceof BootError ? error : new BootError("python", { detail: lastLine(String(error?.message ?? error)) });
  scope.postMessage({ boot: "failed", kind, values });
}

/**
 * @typedef {object} What to start
 * @property {string} folder with a final slash
 * @property {string} bundle
 * @property {object} lock
 * @property {Record<string, number>} sizes
 * @property {string} images the cache that holds images of memory
 * @property {string} image the address of this runtime's image
 * @property {boolean} [awaits] whether the page will send `{image}`
 * @property {RequestCache} trust the caching of files: caches are bypassed after a failed start
 * @property {string} [door] the module to call, if not the widgets' one
 * @property {string} [spec] of the first widget to open, if any, for its game
 */

/** @param {What} what */
async function boot(what) {
  stamp("worker");
  const image = what.awaits ? new Promise((resolve) => (takeImage = resolve)) : Promise.resolve(null);
  const more = image.then((bytes) => (bytes ? { _loadSnapshot: new Uint8Array(bytes) } : {}));
  try {
    await start(what, more);
  } catch (error) {
    if (!(await image) || (error instanceof BootError && error.kind !== "python")) throw error;
    scope.postMessage({ boot: "anew" });
    return;
  }
  scope.postMessage({ boot: "ready", times, image: (await image) !== null });
}

/**
 * @param {What} what
 * @param {object | Promise<object>} more data that Pyodide needs first
 */
async function start({ folder, bundle, lock, sizes, trust, door: name = "kontrapunkt.app", spec = "" }, more) {
  try {
    new WebAssembly.Module(EMPTY_MODULE); // throws if the policy forbids it
  } catch {
    throw new BootError("blocked");
  }
  const count = counter((sizes[WASM] ?? 0) + (sizes[bundle] ?? 0));
  if (trust !== "default") await Promise.all(SCRIPTS.map((file) => renew(folder, file, trust)));
  const wasm = fetchFile(folder, WASM, trust).then((response) => compile(response, count));
  const python = fetchFile(folder, bundle, trust).then((response) => readAll(response, bundle, sizes[bundle], count));
  const scripts = Promise.all(SCRIPTS.map((file) => importFile(folder, file)));
  /** @type {(error: Error) => void} */
  let fail = () => {};
  const unfit = new Promise((_, reject) => (fail = reject)); // with an unsuitable image Pyodide hangs, too
  const started = Promise.all([scripts, more]).then(([[{ loadPyodide }], added]) => {
    stamp("scripts");
    handOver(folder + WASM, wasm, folder + bundle, python, fail);
    return loadPyodide({
      indexURL: folder,
      stdLibURL: folder + bundle,
      lockFileContents: JSON.stringify({ info: lock, packages: {} }),
      packageBaseUrl: folder,
      ...added,
    });
  });
  [pyodide] = await Promise.race([Promise.all([started, wasm, python]), unfit]); // `started` hangs if a file fails
  stamp("python");
  door = pyodide.pyimport("kontrapunkt_boot").start(name, spec);
  stamp("app");
}

/**
 * Makes an image of Python's memory for later visits, with our engine and one game imported.
 *
 * @param {What} what `spec`: of a widget of that game
 * @returns {Promise<ArrayBuffer | null>} the SHA-256 of its bytes; null if none is stored
 */
async function keepImage(what) {
  await start(what, { _makeSnapshot: true });
  door.open("image", what.spec ?? "{}");
  door.close("image");
  door.settle();
  const bytes = pyodide.makeMemorySnapshot();
  if (bytes.length > MOST) return null;
  await caches.delete(what.images);
  await (await caches.open(what.images)).put(what.image, new Response(bytes));
  return crypto.subtle.digest("SHA-256", bytes);
}

/** @param {string} folder @param {string} file @param {RequestCache} cache @returns {Promise<Response>} */
async function fetchFile(folder, file, cache) {
  let response;
  try {
    response = await fetch(folder + file, { cache });
  } catch {
    throw new BootError("network", { file });
  }
  if (!response.ok) throw new BootError("missing", { file, status: response.status });
  return response;
}

/** Loads a script bypassing caches, and into them, for an import. @param {string} folder @param {string} file @param {RequestCache} trust */
async function renew(folder, file, trust) {
  const response = await fetchFile(folder, file, trust);
  await response.arrayBuffer().catch(() => {}); // a failure here recurs below
}

/** @param {string} folder @param {string} file @returns {Promise<any>} the module */
async function importFile(folder, file) {
  if (scope.loadPyodide) return scope; // in a copy on disk it precedes this script
  try {
    return await import(folder + file);
  } catch (error) {
    await fetchFile(folder, file, "no-cache"); // its error names a missing file
    if (error instanceof SyntaxError) throw new BootError("broken", { file });
    throw new BootError("python", { detail: String(error) });
  }
}

/** @param {number} total the total number of bytes @returns {(bytes: number) => void} reports loaded bytes to the page */
function counter(total) {
  let loaded = 0;
  let told = 0;
  return (bytes) => {
    loaded += bytes;
    if (loaded - told < STEP) return;
    told = loaded;
    scope.postMessage({ boot: "progress", loaded, total });
  };
}

/** @param {Response} response @param {(bytes: number) => void} count */
async function compile(response, count) {
  eachChunk(response.clone(), ({ length }) => count(length)).catch(() => {}); // a failure here recurs below
  try {
    const module = response.headers.get("Content-Type")?.startsWith("application/wasm")
      ? await WebAssembly.compileStreaming(response)
      : await WebAssembly.compile(await response.arrayBuffer());
    stamp("wasm");
    return module;
  } catch (error) {
    throw new BootError(error instanceof WebAssembly.CompileError ? "broken" : "network", { file: WASM });
  }
}

/** @param {Response} response @param {string} file @param {number} size @param {(bytes: number) => void} count */
async function readAll(response, file, size, count) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const chunks = [];
  try {
    await eachChunk(response, (chunk) => {
      chunks.push(chunk);
      count(chunk.length);
    });
  } catch {
    throw new BootError("network", { file });
  }
  const bytes = await new Blob(chunks).arrayBuffer();
  if (size && bytes.byteLength !== size) throw new BootError("broken", { file });
  return bytes;
}

/** @param {Response} response @param {(chunk: Uint8Array<ArrayBuffer>) => void} take */
async function eachChunk(response, take) {
  const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (response.body).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) take(read.value);
}

/**
 * Gives Pyodide the two files on request, instead of loading them again.
 *
 * @param {string} wasmUrl @param {Promise<WebAssembly.Module>} wasm
 * @param {string} zipUrl @param {Promise<ArrayBuffer>} zip
 * @param {(error: Error) => void} fail called if the first cannot be instantiated
 */
function handOver(wasmUrl, wasm, zipUrl, zip, fail) {
  const { fetch } = scope;
  scope.fetch = (/** @type {any} */ input, /** @type {any} */ init) => {
    const url = String(input?.url ?? input);
    if (url === wasmUrl) return Promise.resolve(new Response());
    if (url === zipUrl) return zip.then((bytes) => ({ ok: true, arrayBuffer: async () => bytes }));
    return fetch(input, init);
  };
  WebAssembly.instantiateStreaming = async (_response, imports) => {
    const module = await wasm;
    const instance = await WebAssembly.instantiate(module, imports).catch((error) => {
      fail(error);
      throw error;
    });
    stamp("instance");
    return { module, instance };
  };
}

/** @param {{id: number, call: string, args: string[], heard?: boolean}} message */
function answer({ id, call, args, heard }) {
  const tell = (/** @type {string} */ told) => scope.postMessage({ id, told });
  try {
    scope.postMessage({ id, reply: heard ? door[call](...args, tell) : door[call](...args) });
  } catch (/** @type {any} */ error) {
    if (error instanceof pyodide.ffi.PythonError) scope.postMessage({ id, error: lastLine(error.message) });
    else scope.postMessage({ id, fatal: String(error) }); // such as a RangeError: the interpreter is unusable
  }
}

/** @param {string} text @returns {string} the last line of a traceback: the error itself */
function lastLine(text) {
  return (text.trim().split("\n").at(-1) ?? text).slice(0, LONGEST);
}
