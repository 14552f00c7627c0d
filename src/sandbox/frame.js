// Runs in a sandboxed frame without an origin. Starts one worker from the program it is sent.
addEventListener(
  'message',
  ({ data: program, ports: [control, rows] }) => {
    const worker = new Worker(URL.createObjectURL(new Blob([program])));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      control.postMessage({ message: String(event.message), line: event.lineno });
    });
    worker.postMessage(null, [rows]);
  },
  { once: true },
);
