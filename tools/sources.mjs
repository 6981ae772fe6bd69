// The modules and styles of a site, as the tools beside this find them.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { basename, join, resolve, sep } from "node:path";

export const HOOKS = resolve(import.meta.dirname, "../site_hooks/kontrapunkt_site");
export const ASSETS = join(HOOKS, "assets");

/** By path in the folder of the assets, in order. */
export const sources = readdirSync(ASSETS, { recursive: true })
  .map((path) => path.split(sep).join("/"))
  .filter((path) => /\.(js|css)$/.test(path))
  .sort();

/** @param {string} name of a module, as the site has it @returns {string | undefined} its path in the folder of the assets */
export const sourceOf = (name) => sources.find((path) => basename(path) === name && !path.startsWith("disk/"));

/** `kontrapunkt_site.assets` computes the same. */
export function version() {
  const digest = createHash("sha256");
  for (const path of sources) digest.update(`${path}\0`).update(readFileSync(join(ASSETS, path))).update("\0");
  return digest.digest("hex").slice(0, 16);
}
