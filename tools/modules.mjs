// Our modules and styles as readers load them: `node tools/modules.mjs FOLDER`. All are made small, and what many pages
// need is joined, or thirty pupils would ask a weak network for thirty files each: into `main.js` what every page loads, into
// `common.js` what every page with a widget does. The others take from these two what they import, so that each module is
// still there once. In the site all lie in one folder, whatever folder they have here. VERSION says of which sources all that was made.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { build, transform } from "esbuild";
import { ASSETS, sourceOf, sources, version } from "./sources.mjs";

const TARGET = join(process.argv[2], "site");
const BY_ITSELF = ["worker.js", "sandbox-frame.js"];
const CLASSIC = ["blob-worker.js", "forgive.js"]; // one script with all that it needs: no module starts from a blob in a sandbox
const WHOLE = ["trouble.js"]; // speaks where the common modules do not come, and so has its own copy of what it needs
const ELSEWHERE = ["sw.js", "config.js"]; // what the site generator writes
const SMALL = { minify: true, target: "esnext", legalComments: "none" }; // the licences lie beside it
const STATIC_IMPORT = /^(?:import|export)\b[^;]*?\bfrom "\.\.?\/(?:\w+\/)?([\w-]+\.js)";/gm;

/** @param {string} name @returns {string} where a module's source is */
const pathOf = (name) => join(ASSETS, sourceOf(name));

/** @param {string} name @param {Set<string>} [found] @returns {Set<string>} the modules that one cannot do without, and it */
function needed(name, found = new Set()) {
  if (found.has(name) || ELSEWHERE.includes(name) || !sourceOf(name)) return found;
  found.add(name);
  for (const [, other] of readFileSync(pathOf(name), "utf-8").matchAll(STATIC_IMPORT)) needed(other, found);
  return found;
}

const main = needed("main.js");
const playing = [...needed("live.js"), ...needed("onward.js")].filter((each) => !main.has(each));
/** By the name of the file, what is joined in it; `live.js` is no part, as it listens once it is there. */
const joined = {
  "main.js": [...main].sort(),
  "common.js": [...new Set(playing)].filter((each) => each !== "live.js").sort(),
};
/** @param {string} name @returns {string} the file in which a module is */
const fileOf = (name) => Object.keys(joined).find((file) => joined[file].includes(name)) ?? name;

/** @param {string} name @param {string} text */
function write(name, text) {
  const path = join(TARGET, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/**
 * @param {string} file in which it is to be: what is there, too, is taken in, all else is left to the browser
 * @param {object} entry what esbuild begins with
 */
async function built(file, entry) {
  const setup = ({ onResolve }) =>
    onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) => {
      const place = fileOf(basename(path));
      const taken = place === file || (WHOLE.includes(file) && ![...ELSEWHERE, "main.js"].includes(place));
      return taken ? { path: join(resolveDir, path) } : { path: `./${place}`, external: true };
    });
  const how = { bundle: true, write: false, metafile: true, format: "esm", logLevel: "warning", outdir: TARGET };
  const { outputFiles, metafile } = await build({ ...entry, ...how, ...SMALL, plugins: [{ name: "by file", setup }] });
  return { text: outputFiles[0].text, exports: Object.values(metafile.outputs)[0].exports };
}

/** Of two exports of one name neither would be there. @param {string} file */
async function refuseTwins(file) {
  const seen = new Map();
  for (const name of joined[file]) {
    for (const each of (await built(file, { entryPoints: [pathOf(name)] })).exports) {
      if (seen.has(each)) throw new Error(`${name} and ${seen.get(each)}, which are joined in ${file}, both export ${each}`);
      seen.set(each, name);
    }
  }
}

rmSync(TARGET, { recursive: true, force: true });
for (const [file, modules] of Object.entries(joined)) {
  await refuseTwins(file);
  const contents = modules.map((name) => `export * from "./${sourceOf(name)}";`).join("\n");
  write(file, (await built(file, { stdin: { contents, resolveDir: ASSETS } })).text);
}
for (const name of CLASSIC) {
  const how = { entryPoints: [pathOf(name)], bundle: true, write: false, format: "iife", logLevel: "warning" };
  write(name, (await build({ ...how, ...SMALL })).outputFiles[0].text);
}
for (const source of sources) {
  const [path, loader] = [join(ASSETS, source), source.split(".")[1]];
  const name = loader === "css" ? source : basename(source);
  if (source.startsWith("disk/") || [...ELSEWHERE, ...CLASSIC].includes(name) || fileOf(name) in joined) continue;
  const alone = loader === "css" || BY_ITSELF.includes(name);
  const made = alone ? transform(readFileSync(path, "utf-8"), { ...SMALL, loader }) : built(name, { entryPoints: [path] });
  const { code, text } = await made;
  write(name, code ?? text);
}
write("VERSION", `${version()}\n`);
