// Measures a widget's frames: what belongs together is in the window together, and stays in its place.
// `kpStage.take(shown)` keeps lists of frames, `kpStage.look(id)` answers what is wrong with each of them in a
// widget, as large as the window is now. Within a list parts stay in their places.
(() => {
  const PARTS = []; // `CONTENTS` of the renderer
  const FINGER = 44;
  const STRIP = 24; // px of a card in a fan, the least that a finger meets
  const SMALLEST = 12;
  const ENOUGH = 160;
  const NEAR = 1.5; // px by which a drawing may reach over
  const round = (value) => Math.round(value * 10) / 10;

  /** @type {HTMLElement} */
  let widget;
  let head = 0;
  const zoomed = () => innerWidth <= 700 && innerHeight < 600; // the page scrolls; of a table nothing is cut for all that

  function show(id) {
    bringBack();
    widget = document.getElementById(`kp-${id}`);
    widget.dataset.live = "";
    for (const other of document.querySelectorAll(".kp")) other.style.display = other === widget ? "" : "none";
    widget.style.contentVisibility = "visible";
    takeAway();
    const step = widget.closest(".kp-lesson-step"); // a lesson shows one at a time
    for (const each of step ? document.querySelectorAll(".kp-lesson-step") : []) each.toggleAttribute("data-here", each === step);
    step?.parentElement.toggleAttribute("data-first", !step.previousElementSibling?.matches(".kp-lesson-step"));
    step?.parentElement.toggleAttribute("data-last", !step.nextElementSibling?.matches(".kp-lesson-step"));
    head = document.querySelector(".md-header")?.getBoundingClientRect().bottom ?? 0;
  }

  /** @type {[Node, Node, Node | null][]} what was taken off the page, from where, and before what */
  const away = [];

  /** Takes off what is around the widget and has no say in how wide it is, nor draws its cards: each frame would be
      laid out with it. */
  function takeAway() {
    const rest = [...document.querySelectorAll(".md-sidebar__scrollwrap, .md-footer")].flatMap((each) => [...each.children]);
    const content = widget.closest(".md-content");
    for (let each = widget; each !== content && !each.matches(".kp-lesson-step"); each = each.parentElement)
      rest.push(...[...each.parentElement.children].filter((other) => other !== each && !other.matches("script, style") && !other.querySelector("symbol")));
    for (const each of rest) {
      away.push([each, each.parentNode, each.nextSibling]);
      each.remove();
    }
    const room = document.createElement("div"); // to scroll to the widget
    room.style.height = "300vh";
    document.body.append(room);
    away.push([room, null, null]);
  }

  function bringBack() {
    for (const [each, from, before] of away.splice(0).reverse()) from ? from.insertBefore(each, before) : each.remove();
  }

  function bringUp() {
    const top = widget.getBoundingClientRect().top;
    if (Math.abs(top - head) > 0.5) scrollTo({ top: scrollY + top - head, behavior: "instant" });
  }

  const seen = (element) => element.checkVisibility({ visibilityProperty: true });
  const box = (element) => element.getBoundingClientRect();
  /** The part of a box that is seen where a hand cuts its cards off. */
  function cut(rect, face) {
    const hand = face.closest(".kp-hand");
    if (!hand || getComputedStyle(hand).overflowY !== "clip") return rect;
    const limit = hand.getBoundingClientRect();
    const bottom = Math.min(rect.bottom, limit.bottom + 3);
    return new DOMRect(rect.left, rect.top, rect.width, bottom - rect.top);
  }

  const faces = (root) => [...root.querySelectorAll(".kp-card")].map((card) => card.querySelector(".kp-face") ?? card);
  const name = (element) =>
    element.closest("[data-key]")?.getAttribute("data-key") ?? `.${[...element.classList].join(".")}`;

  function inWindow(element, wrong, within) {
    const { left, right, top, bottom, width, height } = cut(box(element), element);
    if (!width && !height) return;
    const limit = within ? box(within) : { left: 0, right: innerWidth, top: zoomed() ? -Infinity : head, bottom: zoomed() ? Infinity : innerHeight };
    const over = Math.max(limit.left - left, right - limit.right, limit.top - top, bottom - limit.bottom);
    if (over > NEAR) wrong.push(`${name(element)} is ${round(over)} px outside ${within ? name(within) : "the window"}`);
  }

  /** What must be in the window, and the table's things on the table. */
  function inView(wrong) {
    const table = widget.querySelector(".kp-table");
    for (const part of widget.querySelectorAll(
      ".kp-table, .kp-say, .kp-asked, .kp-controls, .kp-controls button, .kp-choices button:not([popover] *), .kp-deeds button:not([popover] *)"))
      if (seen(part)) inWindow(part, wrong);
    const asked = widget.querySelector(".kp-question > .kp-asked");
    if (asked && box(asked).top + 16 > box(asked.parentElement).bottom) wrong.push("what is asked is out of sight");
    const room = zoomed() ? innerWidth <= 640 : innerWidth < 640 ? innerHeight >= 800 : innerHeight >= 700;
    if (asked && room && cutLines(asked.parentElement)) wrong.push("the question is cut");
    if (!table) return;
    for (const face of faces(table)) inWindow(face, wrong, table);
    for (const part of table.querySelectorAll(".kp-seat-name > *, .kp-led, .kp-facts, .kp-chip, .kp-caption, .kp-slate"))
      if (seen(part)) inWindow(part, wrong, table);
  }

  const cutLines = (box) => box.scrollHeight > box.clientHeight + 1;

  /** Hands, trick, names and piles lie beside each other, not over each other. */
  function apart(wrong) {
    const parts = [];
    for (const group of widget.querySelectorAll(
      ".kp-seat > .kp-hand, .kp-seat-name, .kp-trick, .kp-caption, .kp-edge > *, .kp-cloth > *, .kp-trick .kp-led")) {
      if (!seen(group) || group.closest(".kp-swept")) continue;
      const boxes = group.matches(".kp-hand, .kp-trick") ? faces(group).map((face) => cut(box(face), face))
        : group.matches(".kp-side, .kp-seat-name") ? [...group.querySelectorAll("span, strong, svg")].filter(seen).map((part) => within(group, part)).concat(textBoxes(group))
        : [box(group)];
      const solid = boxes.filter(({ width, height }) => width && height);
      if (solid.length) parts.push([group, solid]);
    }
    parts.forEach(([one, of], place) => {
      for (const [other, boxes] of parts.slice(place + 1)) {
        if (one.contains(other) || other.contains(one)) continue;
        let most = 0;
        for (const a of of) for (const b of boxes) most = Math.max(most, shared(a, b));
        if (most > 2.5) wrong.push(`${label(one)} and ${label(other)} overlap by ${round(most)} px`);
      }
    });
  }

  /** How far one box reaches into another, by the shorter way out. */
  function shared(one, other) {
    const x = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const y = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return Math.min(x, y);
  }

  /** The box of a part, as far as what it stands in, up to a whole, lets it be seen. */
  function within(whole, part) {
    let { left, top, right, bottom } = box(part);
    for (let around = part.parentElement; around && around !== whole; around = around.parentElement) {
      if (getComputedStyle(around).overflowX === "visible") continue;
      const limit = box(around);
      [left, right] = [Math.max(left, limit.left), Math.min(right, limit.right)];
      [top, bottom] = [Math.max(top, limit.top), Math.min(bottom, limit.bottom)];
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
  }

  function label(element) {
    const place = element.closest("[data-place]")?.getAttribute("data-place");
    return `.${element.classList[0]}${place ? ` (${place})` : ""}`;
  }

  function textBoxes(root) {
    return [...root.childNodes].filter((node) => node.nodeType === 3 && node.data.trim()).flatMap((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()];
    });
  }

  /** What may be pressed now is wide enough for a finger, and nothing else is hit there. */
  function fingers(wrong) {
    for (const card of widget.querySelectorAll(".kp-turn .kp-hand button.kp-card:not(.kp-flat), .kp-stock button")) {
      if (zoomed()) card.scrollIntoView({ block: "center", behavior: "instant" });
      const { left, top, width, height } = box(card);
      if (card.closest(".kp-playing [data-place=foot] > .kp-hand")) {
        strip(card, wrong);
        continue;
      }
      if (width < FINGER - 0.1) {
        wrong.push(`${name(card)} is ${round(width)} px wide`);
        continue;
      }
      const hit = (x, y) => document.elementFromPoint(x, y)?.closest("button") === card;
      const rows = [0.15, 0.3, 0.5, 0.8].map((share) => top + share * height);
      const from = [left + 1, left + (width - FINGER) / 2 + 1, left + width - FINGER + 1];
      if (!rows.some((y) => from.some((x) => [x, x + FINGER / 2, x + FINGER - 2.5].every((each) => hit(each, y)))))
        wrong.push(`${name(card)} is hit on less than ${FINGER} px`);
    }
  }

  /** In a fan the strip of a card that is seen is its own from the top to the foot, and wide enough to be met. */
  function strip(card, wrong) {
    const { left, top, width, height } = box(card);
    if (width < STRIP - 0.1 && innerWidth >= 360) wrong.push(`${name(card)} has a strip of ${round(width)} px`);
    const met = (x, y) => document.elementFromPoint(x, y)?.closest("button") === card;
    if (![0.05, 0.5, 0.95].every((share) => [2, width / 2, width - 2].every((x) => met(left + x, top + share * height))))
      wrong.push(`${name(card)} is not met on all of its strip`);
    if (box(card.querySelector(".kp-face")).width < FINGER) wrong.push(`${name(card)} is narrow`);
  }

  /** Of a card over which others lie, rank and suit are seen whole. */
  function told(wrong) {
    for (const hand of widget.querySelectorAll(".kp-seat > .kp-hand")) {
      const cards = [...hand.querySelectorAll(":scope > .kp-card")];
      const over = faces(hand).map((face) => cut(box(face), face));
      cards.forEach((card, place) => {
        const signs = [...card.querySelectorAll(".kp-small > use:not(.kp-pip)")].filter(seen).slice(0, 2).map(box);
        if (signs.some(({ height }) => !height)) wrong.push(`${name(card)} is drawn without its signs`);
        const ends = signs.map(({ bottom }) => bottom - over[place].bottom);
        const covered = over.slice(place + 1).flatMap((other) => signs.map((sign) => shared(sign, other)));
        const most = Math.max(0, ...ends, ...covered);
        if (most > 2.5) wrong.push(`${name(card)} is told by signs of which ${round(most)} px are covered`);
      });
    }
  }

  /** What trumps are is seen whole. */
  function trumps(wrong) {
    for (const kind of widget.querySelectorAll(".kp-kinds > *"))
      if (kind.scrollWidth > kind.clientWidth + 1) wrong.push(`"${kind.textContent}" among the trumps is cut`);
    const kinds = widget.querySelector(".kp-edge > .kp-trumps > .kp-kinds");
    const over = kinds ? kinds.scrollWidth - kinds.clientWidth : 0;
    if (over > NEAR) wrong.push(`trumps reach ${round(over)} px over their place`);
  }

  /** What is taller than its place can be scrolled to from its first line to its last. */
  function reached(wrong) {
    for (const list of widget.querySelectorAll(".kp-board > .kp-terms")) {
      if (!seen(list) || list.scrollHeight <= list.clientHeight) continue;
      list.scrollTop = 0;
      const above = box(list).top - Math.min(...[...list.children].filter(seen).map((each) => box(each).top));
      if (above > NEAR) wrong.push(`${name(list)} has ${round(above)} px above its first line that no scrolling reaches`);
    }
  }

  function letters(wrong) {
    const walker = document.createTreeWalker(widget.querySelector(".kp-body"), NodeFilter.SHOW_TEXT);
    const looked = new Set();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!node.data.trim() || looked.has(parent)) continue;
      looked.add(parent);
      if (parent.closest(".kp-vh, [popover]")) continue;
      const size = parseFloat(getComputedStyle(parent).fontSize);
      if (size < SMALLEST - 0.05 && seen(parent)) wrong.push(`"${node.data.trim().slice(0, 20)}" is ${round(size)} px high`);
    }
  }

  /** Of what is said, two sentences are seen before anything is scrolled; of very long ones, so many letters. */
  function said(wrong) {
    const say = widget.querySelector(".kp-say");
    if (!say) return;
    let sentences = 0;
    let letters = 0;
    const walker = document.createTreeWalker(say, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement.closest(".kp-vh") || !node.data.trim()) continue;
      const end = [...node.data.matchAll(/[.!?]["”’)]*(?=\s|$)/g)][1 - sentences];
      const last = Math.min(end ? end.index + 1 : node.length, ENOUGH - letters);
      range.setStart(node, 0);
      range.setEnd(node, last);
      const { bottom } = range.getBoundingClientRect();
      const limit = box(say).bottom;
      if (bottom > limit + 1) {
        wrong.push(`the first two sentences end ${round(bottom - limit)} px below the place where it speaks`);
        return;
      }
      letters += last;
      if (end || letters >= ENOUGH) return;
      sentences += [...node.data.matchAll(/[.!?]["”’)]*(?=\s|$)/g)].length;
      if (sentences > 1) return;
    }
  }

  /** Beside a table what best play comes to stands there whole; on a phone held upright, or where it is long, a list has it. */
  function foretold(wrong) {
    const line = widget.querySelector(".kp-outlook");
    if (line && innerWidth >= 640 && line.textContent.length < ENOUGH && line.scrollHeight > line.clientHeight + 1) wrong.push(`"${line.textContent}" is cut`);
  }

  /** At a table in play the reader's cards are one row of the largest, and a hidden hand is small and has its number. */
  function importance(wrong) {
    const table = widget.querySelector(".kp-table.kp-playing");
    const own = table?.querySelectorAll("[data-place=foot] > .kp-hand > .kp-card") ?? [];
    if (!own.length) return;
    const places = [...own].map(box);
    if (places.some(({ left, top }, place) => place && (left <= places[place - 1].left || Math.abs(top - places[0].top) > 1)))
      wrong.push("the reader's cards are not one row");
    const widest = (which) => Math.max(0, ...[...table.querySelectorAll(which)].filter(seen).map((each) => box(each).width));
    const sizes = ["[data-place=foot] > .kp-hand .kp-face", ".kp-trick .kp-face", ".kp-seat:not([data-place=foot]) > .kp-hand .kp-face"].map(widest);
    if (sizes[1] > sizes[0] + NEAR || sizes[2] >= (sizes[1] || sizes[0])) wrong.push(`own cards, trick and other hands are ${sizes.map(round).join(", ")} px wide`);
    for (const hand of table.querySelectorAll(".kp-closed > .kp-hand"))
      if (seen(hand) && hand.parentElement.querySelector(".kp-many")?.textContent !== String(hand.children.length)) wrong.push(`${label(hand)} has no number`);
  }

  /** At a table in play one reads who deals, who is to play, contract, sides, trumps and calls, nothing of it cut. */
  function legible(wrong) {
    const table = widget.querySelector(".kp-table.kp-playing");
    if (!table) return;
    const shown = (which) => [...table.querySelectorAll(which)].some((each) => seen(each) && box(each).width > 1);
    if (!shown(".kp-dealer")) wrong.push("nobody is seen to deal");
    if (table.querySelector(".kp-turn") && !shown(".kp-turn > .kp-seat-name")) wrong.push("nobody is seen to be due");
    if (table.querySelector(".kp-trump") && !shown(".kp-trump > .kp-plaque")) wrong.push("the trump suit is out of sight");
    for (const part of table.querySelectorAll(".kp-seat-name > *, .kp-facts, .kp-facts > *, .kp-chip")) {
      if (part.closest(".kp-vh, [aria-hidden=true]") || !part.textContent.trim() || part.matches(":has(~ .kp-call).kp-call, [data-status=declarer] ~ .kp-call")) continue; // a later call or a chip says more
      const { overflowX, overflowY, clipPath } = getComputedStyle(part);
      const over = overflowX !== "visible" && part.scrollWidth > part.clientWidth + 1 || overflowY !== "visible" && cutLines(part);
      if ((over && clipPath === "none") || (part.matches(".kp-chip, .kp-call") && clipPath !== "none")) wrong.push(`"${part.textContent}" is cut`);
    }
  }

  const FIXED = [".kp-next:not(.kp-answer)", ".kp-say", ".kp-table", ".kp-controls"];

  function places() {
    const origin = box(widget);
    return Object.fromEntries(FIXED.map((which) => {
      const element = widget.querySelector(which);
      if (!element || !seen(element)) return [which, null];
      const { left, top, width, height } = box(element);
      const grows = which === ".kp-say" && widget.matches("[data-kp=table]"); // a table's message is as high as its text
      return [which, [left - origin.left, top - origin.top, width, grows ? 0 : height].map(round).join(" ")];
    }));
  }

  /** @type {[string, DocumentFragment][][]} */
  let taken = [];

  /** @param {[string, string][][]} shown */
  function take(shown) {
    taken = shown.map((frames) => frames.map(([step, html]) => {
      const template = document.createElement("template");
      template.innerHTML = html;
      return [step, template.content];
    }));
  }

  /** Makes one element's content that of another; what is the same stays, and need not be laid out anew. */
  function become(one, other) {
    let here = one.firstChild;
    for (const there of other.childNodes) {
      while (gone(here, other)) [here] = [here.nextSibling, here.remove()];
      const next = here?.nextSibling ?? null;
      if (!here) one.append(document.importNode(there, true));
      else if (!here.isEqualNode(there)) {
        if (here.nodeType === 1 && here.localName === there.localName && here.id === there.id) {
          for (const { name } of [...here.attributes]) if (!there.hasAttribute(name)) here.removeAttribute(name);
          for (const { name, value } of there.attributes) if (here.getAttribute(name) !== value) here.setAttribute(name, value);
          become(here, there);
        } else here.replaceWith(document.importNode(there, true));
      }
      here = next;
    }
    while (here) [here] = [here.nextSibling, here.remove()];
  }

  /** Whether a card is no longer among those that it was among. */
  const gone = (here, others) => here?.id && ![...others.children].some(({ id }) => id === here.id);

  function look(id) {
    show(id);
    return taken.flatMap(lookAt);
  }

  /** @param {[string, DocumentFragment][]} frames */
  function lookAt(frames) {
    const body = widget.querySelector(".kp-body");
    /** @type {Record<string, string>} */
    let first;
    const found = [];
    for (const [step, frame] of frames) {
      become(body, frame);
      widget.dataset.has = PARTS.filter((name) => body.getElementsByClassName(`kp-${name}`).length).join(" ");
      bringUp();
      const wrong = [];
      inView(wrong);
      apart(wrong);
      fingers(wrong);
      told(wrong);
      trumps(wrong);
      reached(wrong);
      letters(wrong);
      said(wrong);
      foretold(wrong);
      importance(wrong);
      legible(wrong);
      const now = places();
      first ??= now;
      for (const which of FIXED)
        if (first[which] && now[which] && now[which] !== first[which]) wrong.push(`${which} has gone from ${first[which]} to ${now[which]}`);
      if (document.documentElement.scrollWidth > innerWidth) wrong.push("the page scrolls sideways");
      for (const each of new Set(wrong)) found.push(`${step}: ${each}`);
    }
    return found;
  }

  window.kpStage = { take, look };
})();
