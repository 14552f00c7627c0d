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
        control.postMessage({
          ...{ message: String(event.message), line: event.lineno, column: event.colno },
        });
      });
      worker.postMessage(wasm, [rows]);
    };
    writing.postMessage(job);
  },
  { once: true },
);
