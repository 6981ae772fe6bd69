// @ts-check
/** Prints a shelf: a page from disk cannot read another one, so the link leads to the sheet, which can be printed. */

export function mountShelfPrint() {}
