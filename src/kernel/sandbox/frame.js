// Runs in a sandboxed frame without an origin. One worker writes the program, another one runs it.
addEventListener(
  'message',
  ({ data: { writer, job, wasm }, ports: [control, rows] }) => {
    const start = (text) => new Worker(URL.createObjectURL(new Blob([text])));
    const writing = start(writer);
    writing.onmessage = ({ data: program }) => {
      writing.terminate();
      const worker = start(program);
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        const { message, lineno: line, colno: column } = event;
        control.postMessage({ message: String(message), line, column });
      });
      worker.postMessage(wasm, [rows]);
    };
    writing.postMessage(job);
  },
  { once: true },
);
