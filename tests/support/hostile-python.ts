/**
 * Bodies of a Python function that return 1 when they reach something forbidden. `URL` is a server
 * that notes requests.
 */
export const PYTHON_ATTACKS: Readonly<Record<string, string>> = {
  'the page by js': `import js; return 1 if js.document or js.fetch(URL) else 0`,
  'js by __import__': `return 1 if __import__("js").globalThis else 0`,
  'js by the import that was': `import builtins; del builtins.__import__; import js; return 1 if js.globalThis else 0`,
  'js by another import': `import builtins; builtins.__import__ = None; import js; return 1`,
  'a JsProxy made by hand': `import builtins; del builtins.__import__; import jsffi; p = jsffi.JsProxy(0); return 1 if p.fetch else 0`,
  open: `return 1 if open("/etc/passwd").read() else 0`,
  'io.open': `import io; return 1 if io.open("/etc/passwd").read() else 0`,
  'a file written': `import io; io.open("/written", "w").write("x"); return 1`,
  os: `import os; return 1 if os.listdir("/") else 0`,
  'vfs mounted': `import builtins; del builtins.__import__; import vfs; vfs.mount(vfs.VfsPosix(), "/x"); return 1 if vfs.VfsPosix().ilistdir("/") and list(vfs.ilistdir("/x")) else 0`,
  pathlib: `from pathlib import Path; return 1 if Path("/etc/passwd").read_text() else 0`,
  'a module from a file': `import sys; sys.path.append("/"); import passwd; return 1`,
  execfile: `execfile("/etc/passwd"); return 1`,
  input: `return 1 if input() else 0`,
  'standard input': `import sys; return 1 if sys.stdin.read() else 0`,
  socket: `import socket; socket.socket().connect(("127.0.0.1", 80)); return 1`,
  requests: `import requests; requests.get(URL); return 1`,
  urllib: `import urllib.request; urllib.request.urlopen(URL); return 1`,
  asyncio: `import asyncio; asyncio.run(asyncio.open_connection("127.0.0.1", 80)); return 1`,
  'what eval sees': `return 1 if eval("js") else 0`,
  'what exec sees': `space = {}; exec("import js; got = js.fetch", space); return 1 if space["got"] else 0`,
  'what compile sees': `space = {}; exec(compile("import js; got = js.fetch", "x", "exec"), space); return 1 if space["got"] else 0`,
  'the prelude by __main__': `import __main__; return 1 if hasattr(__main__, "loads") or hasattr(__main__, "found") else 0`,
  'the job by globals': `return 1 if "job" in globals() or "found" in globals() else 0`,
  'the rows of others': `import gc; return 1 if isinstance(instance, list) or any("run" in key for key in instance) else 0`,
  environment: `import os; return 1 if os.getenv("PATH") else 0`,
  process: `import os; os.system("id"); return 1`,
  ffi: `import ffi; return 1 if ffi.open("libc.so.6") else 0`,
  'machine code': `import micropython; space = {}; exec("@micropython.asm_thumb\\ndef f():\\n  pass", space); return 1`,
  subprocess: `import subprocess; subprocess.run("id"); return 1`,
};

/** Tries attacks one by one, and returns the names of those that succeed. */
export function pythonAttack(
  url: string,
  name = 'attack',
  bodies: Readonly<Record<string, string>> = PYTHON_ATTACKS,
): string {
  // as text: imports are checked before anything runs
  const attacks = Object.entries(bodies).map(([what, body]) => {
    const lines = body.split('; ').map((line) => `    ${line}`);
    return `(${JSON.stringify(what)}, ${JSON.stringify(['def run(instance):', ...lines].join('\n'))})`;
  });
  return [
    'import builtins',
    'IMPORT = builtins.__import__',
    `def ${name}(instance):`,
    '    through = []',
    `    for what, code in [${attacks.join(', ')}]:`,
    '        try:',
    `            space = {"URL": ${JSON.stringify(url)}}`,
    '            exec(code, space)',
    '            if space["run"](dict(instance)) == 1:',
    '                through.append(what)',
    '        except BaseException:',
    '            pass',
    '        builtins.__import__ = IMPORT',
    `    return {"${name}": len(through), "tried": ${String(attacks.length)}, "through": ",".join(through) or "none"}`,
  ].join('\n');
}

/** Programs that fail, with the expected messages; `m` is the metric. */
export const PYTHON_BROKEN: Readonly<Record<string, readonly [code: string, said: RegExp]>> = {
  'endless recursion': ['def m(i):\n    return m(i) + 1', /maximum recursion depth/],
  'recursion by repr': [
    'def m(i):\n    a = []\n    for _ in range(100000):\n        a = [a]\n    return {"m": 1, "text": repr(a)}',
    /maximum recursion depth|MemoryError|Stopped/,
  ],
  'a memory bomb': [
    'def m(i):\n    a = []\n    while True:\n        a.append("x" * 1000000)',
    /MemoryError|no result within/,
  ],
  'one huge text': ['def m(i):\n    return len("x" * (10 ** 9))', /MemoryError/],
  'a huge answer': ['def m(i):\n    return {"m": 1, "x" * 1000000: 2}', /cannot name a column/],
  'many keys': ['def m(i):\n    return {str(n): n for n in range(3000)}', /without “m”/],
  'a huge number': ['def m(i):\n    return 10 ** 400', /Infinity/],
  'a generator': ['def m(i):\n    yield 1', /a generator instead of/],
  'a coroutine': ['async def m(i):\n    return 1', /a generator instead of/],
  'a class that lies': [
    'class D(dict):\n    def items(self):\n        return [("m", {"a": 1}), (1, m)]\n\ndef m(i):\n    return D()',
    /an object instead of|a dict instead of|without “m”/,
  ],
  'a number that lies': [
    'class N(int):\n    def __repr__(self):\n        return "]"\n\ndef m(i):\n    return N(1)',
    /a N instead of/,
  ],
  'an exception without a text': [
    'class E(BaseException):\n    def __str__(self):\n        raise E()\n\ndef m(i):\n    raise E()',
    /^E/,
  ],
  'a long exception': ['def m(i):\n    raise ValueError("x" * 1000000)', /^ValueError: x{100}/],
  SystemExit: ['import sys\ndef m(i):\n    sys.exit(0)', /SystemExit/],
  'SystemExit at the start': ['import sys\nsys.exit(0)\ndef m(i):\n    return 1', /SystemExit/],
  KeyboardInterrupt: ['def m(i):\n    raise KeyboardInterrupt', /KeyboardInterrupt/],
  GeneratorExit: ['def m(i):\n    raise GeneratorExit', /GeneratorExit/],
  'builtins taken away': [
    'import builtins\nfor name in ("dict", "type", "len", "int", "str", "BaseException"):\n    setattr(builtins, name, None)\n\ndef m(i):\n    return None',
    /None instead of/,
  ],
  'json taken away': [
    'import json, sys\nsys.modules.clear()\n\ndef m(i):\n    raise ValueError("gone")',
    /gone/,
  ],
  'memory written over': [
    'import builtins\ndel builtins.__import__\nimport uctypes\n\ndef m(i):\n    for at in range(65536, 8000000, 4096):\n        b = uctypes.bytearray_at(at, 4096)\n        for n in range(0, 4096, 64):\n            b[n] = 255\n    return 1',
    /Stopped|Error|no result|ended|cannot be imported/,
  ],
  'an attribute of js set': [
    'import builtins\ndel builtins.__import__\nimport js\n\ndef m(i):\n    js.stolen = 1\n    return 1',
    /nothing outside of Python is reached/,
  ],
  'a value made one of JavaScript': [
    'import builtins\ndel builtins.__import__\nimport jsffi\n\ndef m(i):\n    jsffi.to_js([1])\n    return 1',
    /nothing outside of Python is reached/,
  ],
  'a proxy of jsffi': [
    'import builtins\ndel builtins.__import__\nimport jsffi\n\ndef m(i):\n    jsffi.create_proxy(m)\n    return 1',
    /nothing outside of Python is reached/,
  ],
  'memory beyond the interpreter’s': [
    'import builtins\ndel builtins.__import__\nimport uctypes\n\ndef m(i):\n    return uctypes.bytearray_at(2**31, 8)[0]',
    /memory access out of bounds/,
  ],
  'an expression that backtracks': [
    'import re\ndef m(i):\n    return 1 if re.match("(a*)*b", "a" * 40) else 0',
    /no result within|recursion|Stopped/,
  ],
};

/** Programs that never end. */
export const PYTHON_ENDLESS: Readonly<Record<string, string>> = {
  'an endless loop': 'def m(i):\n    while True:\n        pass',
  'an endless loop that catches all':
    'def m(i):\n    while True:\n        try:\n            while True: pass\n        except BaseException:\n            pass',
  'an endless sleep': 'import time\ndef m(i):\n    time.sleep(1000000)',
  'an endless number': 'def m(i):\n    return 7 ** (10 ** 9)',
  'printing without end': 'def m(i):\n    while True:\n        print("x" * 1000)',
  'an endless iterator':
    'import itertools\ndef m(i):\n    return sum(1 for _ in itertools.count())',
};
