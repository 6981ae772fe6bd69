// @ts-check
const LONGEST = 100; // signs of a value in a sentence

/**
 * Every visible string of the browser side, by language and key. A translation is one more object here; a key
 * that it lacks is said in English. `{name}` stands for a value.
 *
 * @type {Record<string, Record<string, string>>}
 */
const STRINGS = {
  en: {
    "board.bar": "Board",
    "board.words": "Words wait",
    "board.show": "Show words",
    "board.vote": "Vote",
    "board.timer": "Timer",
    "board.black": "Black",
    "board.dark": "The screen is black. Any key brings the table back.",
    "boot.loading": "Loading the rules engine …",
    "boot.loading.bytes": "Loading the rules engine … {loaded} of {total} MB",
    "fail.nowasm": "This browser has no WebAssembly, which the rules engine needs. The page can be read, not played.",
    "fail.blocked": "WebAssembly is blocked here (by a security policy or a setting), so the rules engine cannot run.",
    "fail.missing":
      "{file} is missing on the server ({status}), and this does not work without it. If the site has just been updated, reload the page.",
    "fail.broken": "{file} came cut short or damaged. Is the connection good?",
    "fail.network": "{file} could not be loaded. Is there a connection?",
    "fail.slow": "The rules engine has not started: nothing has come for {seconds} seconds.",
    "fail.worker": "The browser did not let the rules engine start ({detail}).",
    "fail.closed":
      "The rules engine cannot start in this frame: the page around it gives it no origin of its own (a sandbox without allow-same-origin). What needs no engine works; the link below opens it by itself.",
    "fail.python": "The rules engine stopped while starting ({detail}).",
    "fail.dies": "The rules engine broke down over this step again and again. Nothing before it is lost.",
    "fail.step": "The rules engine could not make this step ({detail}). Nothing before it is lost.",
    retry: "Try again",
    "log.unreadable": "What was kept here from an earlier visit cannot be read. It stays until you delete it.",
    "log.delete": "Delete it",
    "log.waits": "You have been here before, and what you did is kept.",
    "log.own": "What you had begun here yourself is kept.",
    "log.own.show": "Back to it",
    "reached.solved": "You have solved this.",
    "reached.show": "Show how",
    "link.unreadable": "The link to this page cannot be read.",
    "link.unknown": "The link names something that is not on this page (“{id}”).",
    "link.waits": "The link leads to a position in this diagram.",
    "link.load": "Show it",
    "link.copied": "Link copied.",
    "link.copy": "Copy this link:",
    "text.copied": "Copied.",
    "text.copy": "Copy this:",
    "text.saved": "Saved as a file.",
    "store.full": "The browser keeps nothing of this page (its storage is full or switched off). You can go on, and a link can still be shared.",
    "data.none": "Nothing of yours is kept in this browser.",
    "data.one": "Kept in this browser: one position or result.",
    "data.some": "Kept in this browser: {n} positions and results.",
    "data.export": "Save as a file",
    "data.import": "Read from a file",
    "data.delete": "Delete all",
    "data.delete.sure": "Really delete all",
    "data.deleted": "Deleted.",
    "data.imported": "Read: {n}.",
    "data.bad": "This file cannot be read: it was not written by this page.",
    "data.full": "The browser's storage is full or switched off; nothing was kept.",
    "prefs.faces.french": "French suits everywhere, in games with German ones too",
    "prefs.faces.german": "German suits in games that are played with either",
    "prefs.colours.four": "Four colours: clubs green, diamonds blue",
    "prefs.motion.off": "Cards do not move",
    "offline.no": "This browser cannot keep the site (it has no service worker, or the page is not on a secure address).",
    "offline.loading": "Loading … {done} of {total} files",
    "offline.ready": "The whole site is kept in this browser and works without a connection.",
    "offline.failed": "The site could not be kept ({detail}). What was loaded stays; try again later.",
    "offline.missing":
      "The site could not be kept: {file} is missing on the server ({status}). What was loaded stays; try again later.",
    "offline.network":
      "The site could not be kept: {file} could not be loaded. What was loaded stays; try again when there is a connection.",
    "offline.wrong":
      "The site could not be kept: {file} came cut short, damaged or from another version. What was loaded well stays; try again later.",
    "poll.anew": "New vote",
    "poll.votes": "Votes for {name}",
    "poll.less": "One less for {name}",
    "poll.more": "One more for {name}",
    "timer.less": "Half a minute less",
    "timer.more": "Half a minute more",
    "timer.over": "Time is up.",
    "onward.fits": "What fits next:",
    "onward.kind": "Another “{kind}”:",
    "onward.theme": "More on “{theme}”:",
    "onward.any": "Any at all:",
    "onward.puzzle": "{title} ({game})",
    "day.about": "{game}, {kind}, {difficulty} of 5",
    "day.done": "Solved today.",
    "day.streak": "{n} days in a row.",
    "day.solved": "{n} of {all} puzzles solved.",
    "day.month": "The last month",
    "day.day": "{date}: {title}, solved on its day",
    "day.later": "{date}: {title}, solved",
    "day.open": "{date}: {title}",
    "progress.sum": "{right} of {asked} answers were right; {due} of these rules are due to come back.",
    "progress.rule": "Rule",
    "progress.kind": "Asked as",
    "progress.right": "Right",
    "progress.missed": "Missed",
    "progress.back": "Comes back",
    "progress.now": "now",
    "progress.practise": "Practise the {n} that are due",
    "progress.practise.one": "Practise the one that is due",
    "results.title": "Your results",
    "results.against": "Against",
    "results.deals": "Deals",
    "results.won": "Won",
    "results.mean": "A deal brought",
    "results.sessions": "Sessions won",
    "results.helped": "With help",
    "results.of": "{n} of {all}",
    "results.row": "{player}, {rules}",
    "cell.label": "Python, cell {id}",
    "cell.keys": "Tab indents; press Escape and then Tab to leave. Control and Enter run.",
    "cell.run": "Run",
    "cell.stop": "Stop",
    "cell.reset": "Reset",
    "cell.back": "Back to mine",
    "cell.starting": "Starting Python …",
    "cell.running": "Running …",
    "cell.running.above": "Running the cells above …",
    "cell.done": "Done.",
    "cell.stopped": "Stopped. What you typed is kept; the next run begins with the cells above.",
    "cell.above": "This cell needs the cells above it, and “{id}” has failed.",
    "cell.died": "Python broke down ({detail}). What you typed is kept.",
    "mistakes.back": "Your mistakes",
    "mistakes.day": "Kept on {day}",
    "mistakes.difficulty": "difficulty {n} of 5",
    "mistakes.remove": "Remove",
    "mistakes.remove.sure": "Really remove",
    "mistakes.solved": "solved",
    "mistakes.tried": "begun",
    "newer.come": "A new version of this site has come; what you see is the old one.",
    "newer.load": "Reload",
    "newer.later": "Later",
  },
};

/**
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string} the sentence in the page's language, or in English
 */
export function say(key, values = {}) {
  const [language] = document.documentElement.lang.split("-");
  const sentence = STRINGS[language]?.[key] ?? STRINGS.en[key] ?? key;
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => short(String(values[name] ?? whole)));
}

/** What comes from elsewhere may be of any length. @param {string} value */
function short(value) {
  return value.length > LONGEST ? `${value.slice(0, LONGEST - 1)}…` : value;
}
