// @ts-check
/** Printing a shelf on disk: pages cannot read each other, so the link leads to the sheet, which can be printed. */

export function mountShelfPrint() {}
