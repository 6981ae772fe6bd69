// The script of a copy that is opened from disk, where browsers run no modules: `node tools/disk.mjs FOLDER`.
// All modules of a page become one; a module in `assets/disk/` takes the place of its namesake. Its first line says of
// which sources it was made.
import { existsSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { build } from "esbuild";
import { ASSETS, HOOKS, sourceOf, version } from "./sources.mjs";

const VENDOR = join(HOOKS, "vendor");
const OWN = join(ASSETS, "disk");
const HERE = "kontrapunktHere"; // where the script lies: `import.meta.url` of every module in it

/** Modules of disk/ before those of the site; libraries where the site will have them, beside our own modules. */
const namesakes = {
  name: "namesakes",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir, importer }) => {
      const asked = resolve(resolveDir, path);
      const ours = join(OWN, basename(path));
      if (asked === join(ASSETS, sourceOf(basename(asked)) ?? "") && existsSync(ours) && ours !== importer) return { path: ours };
      return { path: existsSync(asked) ? asked : join(VENDOR, basename(path)) };
    });
  },
};

/** @param {string} entry @param {string} name @param {string} [here] */
async function write(entry, name, here = "") {
  const { outputFiles } = await build({
    entryPoints: [join(OWN, entry)],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
    minify: true,
    legalComments: "none", // the licences lie beside it
    plugins: [namesakes],
    define: { "import.meta.url": HERE },
    logOverride: { "empty-glob": "silent" }, // nobody asks twice for what is in this very script
    logLevel: "warning",
  });
  writeFileSync(join(process.argv[2], name), `/* ${version()} */\n${here}${outputFiles[0].text}`);
}

await write("main.js", "disk.js", `const ${HERE} = document.currentScript.src;\n`);
