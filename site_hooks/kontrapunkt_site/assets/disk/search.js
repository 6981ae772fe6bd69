/**
 * The theme starts its search in a worker from an address, which browsers forbid on disk: here the worker is created
 * from its text, `kontrapunktSearch`, which precedes this script. This runs before the theme's script.
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
