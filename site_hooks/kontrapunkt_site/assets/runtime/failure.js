// @ts-check
/** Why something that a page needs is not there, so that it can be named to the reader. */
import { importModule, lookAt } from "./files.js";

/** `kind` names a sentence `fail.<kind>` in strings.js, `values` fill it. */
export class Failure extends Error {
  /** @param {string} kind @param {Record<string, string | number>} [values] */
  constructor(kind, values = {}) {
    super(kind);
    this.kind = kind;
    this.values = values;
  }
}

/** @type {Map<string, number>} how often a module has failed to load */
const failed = new Map();

/**
 * Loads one of our modules.
 *
 * @param {string} file its name
 * @returns {Promise<any>}
 * @throws {Failure}
 */
export async function load(file) {
  const times = failed.get(file) ?? 0;
  try {
    return await importModule(file, times);
  } catch {
    failed.set(file, times + 1);
    throw await lookFor(file, new Failure("broken", { file }));
  }
}

/**
 * Looks whether a script is there that could not be loaded: a browser does not say why.
 *
 * @param {string} file its name
 * @param {Failure} otherwise what is the matter if it is there
 * @returns {Promise<Failure>}
 */
export async function lookFor(file, otherwise) {
  try {
    const { ok, status } = await lookAt(file);
    return ok ? otherwise : new Failure("missing", { file, status });
  } catch {
    return new Failure("network", { file });
  }
}
