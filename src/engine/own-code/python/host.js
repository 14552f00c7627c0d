'use strict';
/* global __begin */
/* exported __python */
/**
 * Runs a person's metric in Python by MicroPython, behind worker.js in the program of a sandbox. The interpreter's code gets the clock,
 * chance and memory up to a limit from here, and nothing else: no file, no object of JavaScript, no
 * network, whatever is run in it. One that breaks is replaced by a new one.
 */
const __python = (job) => {
  const MAX_BYTES = 256 * 2 ** 20;
  const LONGEST_ANSWER = 100_000;
  const PAGE = 65_536;
  const SIZES = { stack: 16_384, heap: 2 ** 20 };
  /** The size of a passed value: its kind, and two words. */
  const VALUE_BYTES = 12;
  const KINDS = { text: 5, callable: 6 };
  const NO_SUCH_FILE = -44;
  const END_OF_FILE = 0;
  // the command has them under a name of their own
  const { TextEncoder, TextDecoder } = globalThis.__utf8 ?? globalThis;
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();

  const refuse = () => {
    throw new Error('nothing outside of Python is reached from here.');
  };

  /** What the interpreter calls; `own` has its exports, once they are there. */
  const outsideOf = (module, own) => {
    const words = (at) => new DataView(own.memory.buffer, at);
    const grow = (wanted) => {
      const bytes = own.memory.buffer.byteLength;
      const least = wanted >>> 0;
      if (least > MAX_BYTES) return 0;
      try {
        const target = Math.min(MAX_BYTES, Math.max(least, bytes * 1.5));
        own.memory.grow(Math.ceil((target - bytes) / PAGE));
        return 1;
      } catch {
        return 0;
      }
    };
    /** Discards printed text. */
    const write = (_file, list, count, written) => {
      let bytes = 0;
      for (let at = 0; at < count; at++) bytes += words(list + 8 * at).getUint32(4, true);
      words(written).setUint32(0, bytes, true);
      return 0;
    };
    const given = {
      emscripten_resize_heap: grow,
      fd_write: write,
      fd_read: (_file, _list, _count, read) => {
        words(read).setUint32(0, END_OF_FILE, true);
        return 0;
      },
      // there are no objects of JavaScript, and no module that has any
      lookup_attr: () => 0,
      has_attr: () => 0,
      js_check_existing: () => -1,
      proxy_js_free_obj: () => undefined,
      mp_js_random_u32: () => Math.random() * 2 ** 32,
      mp_js_ticks_ms: () => performance.now(),
      mp_js_time_ms: () => Date.now(),
      _emscripten_throw_longjmp: () => {
        throw Infinity;
      },
    };
    /** Calls back into the interpreter, where an exception of Python may be thrown past C. */
    const invoke = (index, ...args) => {
      const stack = own.emscripten_stack_get_current();
      try {
        return own.__indirect_function_table.get(index)(...args);
      } catch (error) {
        own._emscripten_stack_restore(stack);
        if (error !== Infinity) throw error;
        own.setThrew(1, 0);
        return undefined;
      }
    };
    const imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      const absent = /^(__syscall_|fd_)/.test(name) ? () => NO_SUCH_FILE : refuse;
      (imports[from] ??= {})[name] = given[name] ?? (name.startsWith('invoke_') ? invoke : absent);
    }
    return imports;
  };

  /** Starts an interpreter; returns its functions, each from text to text. */
  const open = (module) => {
    const own = {};
    Object.assign(own, new WebAssembly.Instance(module, outsideOf(module, own)).exports);
    own.emscripten_stack_init();
    own.__wasm_call_ctors();
    own.mp_js_init(SIZES.stack, SIZES.heap);
    own.proxy_c_init();
    const [result, argument] = [own.malloc(VALUE_BYTES), own.malloc(VALUE_BYTES)];
    const words = (at) => new DataView(own.memory.buffer, at, VALUE_BYTES);
    const write = (text) => {
      const bytes = encoder.encode(text);
      const at = own.malloc(bytes.length + 1);
      if (at === 0) throw new Error('the row is too large.');
      const target = new Uint8Array(own.memory.buffer, at, bytes.length + 1);
      target.set(bytes);
      target[bytes.length] = 0;
      return [at, bytes.length];
    };
    const given = () => {
      const [kind, a, b] = [0, 4, 8].map((at) => words(result).getInt32(at, true));
      return { kind, id: a, length: a, at: b };
    };
    const [prelude, length] = write(job.prelude);
    own.mp_js_do_exec(prelude, length, result);
    own.mp_js_do_import(write('__main__')[0], result);
    const main = given().id;
    const find = (name) => {
      own.proxy_c_to_js_lookup_attr(main, write(name)[0], result);
      const { kind, id } = given();
      if (kind !== KINDS.callable) refuse();
      return id;
    };
    const functionOf = (name) => {
      const id = find(name);
      return (text) => {
        const [at, bytes] = write(text);
        [KINDS.text, bytes, at].forEach((word, index) =>
          words(argument).setInt32(4 * index, word, true),
        );
        own.proxy_c_to_js_call(id, 1, argument, result);
        const answer = given();
        if (answer.kind !== KINDS.text || answer.length > LONGEST_ANSWER) refuse();
        return decoder.decode(new Uint8Array(own.memory.buffer, answer.at, answer.length));
      };
    };
    return { start: functionOf('start'), score: functionOf('score') };
  };

  /** What breaks an interpreter is no error of Python, which has a place. */
  const attempt = (run) => {
    try {
      return run();
    } catch (error) {
      return JSON.stringify({ error: `Stopped: ${error.message}`, line: 0 });
    }
  };

  __begin((wasm, take) => {
    const module = wasm.byteLength === undefined ? wasm : new WebAssembly.Module(wasm);
    const { program, imports, entry } = job;
    const given = JSON.stringify({ program, imports, entry });
    let python;
    const begin = () =>
      attempt(() => {
        python = open(module);
        return python.start(given);
      });
    const failure = begin();
    if (failure === 'none') return undefined;
    if (failure !== '') return JSON.parse(failure);
    take((json) => {
      if (!python) begin();
      const broken = python;
      python = undefined;
      return attempt(() => {
        const answer = broken.score(json);
        // not reached where the row has broken it
        python = broken;
        return answer;
      });
    });
    return undefined;
  });
};
