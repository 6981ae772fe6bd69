// @ts-check
/** Reasons why a needed file is missing, to show to the reader. */
import { importModule, lookAt } from "./files.js";

/** An error whose `kind` selects a sentence `fail.<kind>`; `values` fill it. */
export class Failure extends Error {
  /** @param {string} kind @param {Record<string, string | number>} [values] */
  constructor(kind, values = {}) {
    super(kind);
    this.kind = kind;
    this.values = values;
  }
}

/** @type {Map<string, number>} the number of failed loads by module */
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
 * Checks whether a script that failed to load exists, as browsers do not give the reason.
 *
 * @param {string} file its name
 * @param {Failure} otherwise the failure if it exists
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
