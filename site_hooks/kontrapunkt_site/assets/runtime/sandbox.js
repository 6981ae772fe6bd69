// @ts-check
/**
 * Python without access to anything: a worker in a frame without an origin, whose policy prevents all loading. It has
 * no storage, cache, network or other workers, on any host and on disk. The page passes in the files of the runtime;
 * everything else is messages, and the output is untrusted: text, limited in length and checked. The frame is a
 * `srcdoc`: a separate page would have the host's headers, and no service worker would serve it to a frame without an
 * origin. It inherits the policy of the page, which therefore contains its script.
 */
import config from "./config.js";
import { Failure } from "./failure.js";
import { readEngine } from "./files.js";
import { limit } from "./site.js";

const FRAME_LIMIT = 30_000; // ms to wait for the frame's script

/** The part of `Worker` that `Runtime` uses. */
class Sandbox {
  /** @type {((event: {data: any}) => void) | null} */
  onmessage = null;
  /** @type {((event: ErrorEvent) => void) | null} */
  onerror = null;

  /** @param {HTMLIFrameElement} frame @param {MessagePort} port */
  constructor(frame, port) {
    this.frame = frame;
    this.port = port;
    port.onmessage = ({ data }) => this.#hear(data);
  }

  /** @param {any} message @param {Transferable[]} given */
  postMessage(message, given) {
    this.port.postMessage(message, given);
  }

  /** Terminates everything in it at once. */
  terminate() {
    this.port.close();
    this.frame.remove();
  }

  /** @param {unknown} data */
  #hear(data) {
    if (typeof data !== "string") return this.onerror?.(new ErrorEvent("error", { message: messageOf(data), cancelable: true }));
    const message = parse(data);
    if (message) this.onmessage?.({ data: message });
  }
}

/**
 * @param {string} name
 * @param {RequestCache} trust the caching of files
 * @param {(bytes: number) => void} count receives the number of bytes loaded
 * @returns {Promise<Sandbox>} a sandbox for Python
 * @throws {Failure}
 */
export async function startSandbox(name, trust, count) {
  const engine = readEngine(trust, count).catch(({ kind, values, message }) => {
    throw kind ? new Failure(kind, values) : new Failure("worker", { detail: message });
  });
  const opened = openFrame();
  engine.catch(() => opened.then((frame) => frame.remove(), () => {}));
  const [frame, { scripts, files }] = await Promise.all([opened, engine]);
  const { port1, port2 } = new MessageChannel();
  if (!frame.contentWindow) throw new Failure("sandbox");
  frame.contentWindow.postMessage({ name, scripts, files }, "*", [port2, ...Object.values(files)]);
  return new Sandbox(frame, port1);
}

/** @returns {Promise<HTMLIFrameElement>} resolved when its script runs */
function openFrame() {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.hidden = true;
  frame.srcdoc = config.sandbox;
  return new Promise((resolve, reject) => {
    const fail = () => end(() => reject(new Failure("sandbox")));
    const timer = setTimeout(fail, limit("frameLimit", FRAME_LIMIT));
    const hear = (/** @type {MessageEvent} */ { source, data }) =>
      source === frame.contentWindow && data === "sandbox" && end(() => resolve(frame));
    /** @param {() => void} settle */
    function end(settle) {
      clearTimeout(timer);
      removeEventListener("message", hear);
      settle();
    }
    addEventListener("message", hear);
    document.body.append(frame);
  }).catch((error) => {
    frame.remove();
    throw error;
  });
}

/** @param {string} text @returns {any} null if it is no JSON object */
function parse(text) {
  try {
    const read = JSON.parse(text);
    return typeof read === "object" ? read : null;
  } catch {
    return null;
  }
}

/** @param {any} data @returns {string} */
function messageOf(data) {
  return String(data?.error ?? "error");
}
