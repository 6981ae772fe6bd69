/**
 * Stands in for Pyodide where a test of the scripts needs no Python: `standin_app.py` told again, started in no
 * time. It fetches what Pyodide fetches, and hangs like it, without a word, when a file does not come.
 */

const { HEADER, CARDS, LOOK } = /*STANDIN*/ {};

/** What Python raises. */
class PythonError extends Error {}

/** @type {Map<string, string[]>} */
const entries = new Map();

const fill = (/** @type {string} */ text, /** @type {Record<string, string>} */ values) =>
  text.replace(/\{(\w+)\}/g, (_, key) => values[key]);

function body(/** @type {string} */ name, /** @type {string[]} */ log) {
  const played = log.filter((entry) => entry.includes("play")).map((entry) => entry.split(" ").at(-1) ?? "");
  const held = CARDS.filter((card) => !played.includes(card));
  return fill(LOOK.body, {
    name,
    said: log.join(" / ") || "start",
    played: played.map((card) => fill(LOOK.played, { name, card })).join(""),
    held: held.map((card) => fill(LOOK.held, { name, card })).join(""),
  });
}

function frame(/** @type {string} */ key, /** @type {string[]} */ more = [], pause = 0) {
  const log = [...(entries.get(key) ?? []), ...more];
  return { html: body(key.split("#")[1], log), say: `${log.length} entries`, pause_ms: pause };
}

function wait(/** @type {number} */ ms) {
  for (const end = performance.now() + ms; performance.now() < end; );
}

const app = {
  open(/** @type {string} */ key, /** @type {string} */ _spec, log = "[]") {
    const said = JSON.parse(log).slice(1);
    if (said.includes("rubbish")) return JSON.stringify({ error: "rubbish is no entry" });
    const note = said.includes("odd") ? { note: "It goes on from step 1." } : {};
    const kept = said.filter((/** @type {string} */ entry) => entry !== "odd");
    entries.set(key, kept);
    return JSON.stringify({ frames: [frame(key)], log: [HEADER, ...kept], ...note });
  },

  send(/** @type {string} */ key, /** @type {string} */ event) {
    if (event === "raise") throw new PythonError("Traceback\nLookupError: no such thing");
    if (event === "refuse") return JSON.stringify({ error: "You must follow suit." });
    if (event === "poison") throw new RangeError("Maximum call stack size exceeded");
    if (event === "hang") wait(Infinity);
    if (event === "slow") wait(500);
    const frames = event.startsWith("play") ? [frame(key, [`on the way ${event}`], 1500)] : [];
    const log = entries.get(key) ?? [];
    const changed = new Map([["back", log.slice(0, -1)], ["again", []]]);
    entries.set(key, changed.get(event) ?? [...log, event]);
    return JSON.stringify({ frames: [...frames, frame(key)], log: [HEADER, ...(entries.get(key) ?? [])] });
  },

  ahead(/** @type {string} */ key) {
    const log = entries.get(key) ?? [];
    return JSON.stringify({ likely: [[...log, "next"], log.slice(0, -1)].map((each) => body(key.split("#")[1], each)) });
  },

  close(/** @type {string} */ key) {
    entries.delete(key);
    return "{}";
  },
};

export async function loadPyodide(/** @type {{indexURL: string, stdLibURL: string}} */ { indexURL, stdLibURL }) {
  const wasm = WebAssembly.instantiateStreaming(fetch(`${indexURL}pyodide.asm.wasm`));
  const zip = fetch(stdLibURL).then((response) => response.arrayBuffer());
  await Promise.all([wasm, zip]).catch(() => new Promise(() => {}));
  const start = (/** @type {string} */ door, /** @type {string} */ spec) => {
    console.info(`start ${door} ${spec}`);
    return app;
  };
  return { ffi: { PythonError }, pyimport: () => ({ start }) };
}
