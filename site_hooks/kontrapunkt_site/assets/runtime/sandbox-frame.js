// @ts-check
/**
 * The script of the sandbox, an empty page without an origin: it makes the worker in which readers' Python runs, and hands
 * on what the two say. Its page has a policy of its own, by which nothing can be loaded there (`sandbox.py`). What comes out
 * of the worker is text of a limited length, and nothing else.
 */
{
  const MOST = 200_000; // signs of a message; ours have less

  /** @type {Worker} */
  let worker;
  addEventListener("message", ({ data, ports: [port], source }) => {
    if (source !== parent || worker) return;
    const address = URL.createObjectURL(new Blob(data.scripts, { type: "text/javascript" }));
    worker = new Worker(address, { name: data.name });
    worker.onmessage = ({ data: told }) => typeof told === "string" && told.length <= MOST && port.postMessage(told);
    worker.onerror = ({ message }) => port.postMessage({ error: String(message).slice(0, MOST) });
    worker.postMessage({ files: data.files, text: true }, Object.values(data.files));
    port.onmessage = ({ data: said }) => worker.postMessage(said, said.image ? [said.image] : []);
  });
  parent.postMessage("sandbox", "*");
}
