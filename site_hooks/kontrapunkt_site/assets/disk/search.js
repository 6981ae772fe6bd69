/**
 * The theme starts its search in a worker from an address, which browsers forbid from disk: here the worker is made of
 * its text, `kontrapunktSearch`, which stands before this script. It runs before the theme's.
 */
{
  const { Worker } = globalThis;
  const { kontrapunktSearch } = /** @type {any} */ (globalThis);
  const search = URL.createObjectURL(new Blob([kontrapunktSearch], { type: "text/javascript" }));
  globalThis.Worker = class extends Worker {
    /** @param {string | URL} address @param {WorkerOptions} [options] */
    constructor(address, options) {
      super(String(address).includes("/workers/search.") ? search : address, options);
    }
  };
}
