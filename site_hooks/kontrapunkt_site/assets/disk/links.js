// @ts-check
/** Links to folders made by scripts, such as the search: a host adds the index file, a disk does not. */

/** @param {Event} event */
function complete({ target }) {
  const link = target instanceof Element ? target.closest("a[href]") : null;
  const leads = link instanceof HTMLAnchorElement && link.protocol === "file:";
  if (leads && link.pathname.endsWith("/")) link.pathname += "index.html";
}

for (const type of ["click", "auxclick"]) document.addEventListener(type, complete, true);
