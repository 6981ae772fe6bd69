// @ts-check
/**
 * The script of the sandbox, an empty page without an origin: it creates the worker for readers' Python and passes on
 * the messages. Its page has a policy that prevents all loading (`sandbox.py`). The worker's output is limited to
 * text of limited length.
 */
{
  const MOST = 200_000; // characters of a message; ours are shorter

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
