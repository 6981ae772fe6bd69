// @ts-check
/** Requests of homework pages to the engine (`kontrapunkt.classroom.homework`), in the worker of the widgets. */
import { Failure } from "../runtime/failure.js";
import { sayLoading } from "../ui/notice.js";
import { enginePrefs } from "../storage/prefs.js";
import { runtime } from "../runtime/runtime.js";
import { parse } from "../storage/storage.js";
import { say } from "../ui/strings.js";

/**
 * @param {"code" | "find" | "results" | "own"} call
 * @param {object} request
 * @param {Element} told shows the progress of loading
 * @returns {Promise<any>}
 * @throws {Error} with a sentence
 */
export async function asked(call, request, told) {
  const before = told.textContent;
  const progress = () => {
    told.textContent = sayLoading(runtime.progress);
  };
  if (runtime.state === "failed") runtime.retry();
  if (runtime.state !== "ready") runtime.addEventListener("progress", progress);
  try {
    await runtime.start();
    told.textContent = before;
    const reply = await runtime.call("homework", call, JSON.stringify({ ...request, prefs: parse(enginePrefs()) }));
    if (reply.error) throw new Error(reply.error);
    return reply;
  } catch (error) {
    throw error instanceof Failure ? new Error(say(`fail.${error.kind}`, error.values)) : error;
  } finally {
    runtime.removeEventListener("progress", progress);
  }
}
