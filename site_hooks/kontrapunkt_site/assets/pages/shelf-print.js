// @ts-check
/**
 * Prints a shelf: its page has only covers, so the sheet with questions and answers is loaded for printing and
 * removed again. A browser prints right after `beforeprint`, so this waits for the sheet first.
 */

/** @param {HTMLAnchorElement} link to the sheet @param {AbortSignal} left fires when its page is left */
export function mountShelfPrint(link, left) {
  /** @type {Element | null} */
  let sheet = null;
  const fetched = () => {
    const request = new XMLHttpRequest();
    request.open("GET", link.href, false);
    request.send();
    const page = new DOMParser().parseFromString(request.responseText, "text/html");
    return request.status === 200 ? page.querySelector(".kp-sheet-page") : null;
  };
  const insert = () => {
    try {
      sheet ??= fetched();
    } catch {
      return; // without a connection the covers are printed
    }
    const content = link.closest(".md-content") ?? link.parentElement;
    if (!sheet) return;
    content?.append(sheet);
    document.documentElement.dataset.kpSheet = "";
  };
  const remove = () => {
    sheet?.remove();
    delete document.documentElement.dataset.kpSheet;
  };
  window.addEventListener("beforeprint", insert, { signal: left });
  window.addEventListener("afterprint", remove, { signal: left });
  left.addEventListener("abort", remove);
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation(); // the theme would follow it
    window.print();
  });
}
