import { readPythonProgram } from '#core/base/python/program.ts';
import { pythonEntry } from '#core/score/custom-metrics/custom-metric.ts';
import type { SandboxJob } from '#engine/own-code/sandbox.ts';
import HOST from './host.js?raw';
import packed from './micropython.wasm';
import PRELUDE from './prelude.py?raw';

let unpacked: Promise<Uint8Array<ArrayBuffer>> | undefined;

/**
 * The parts of a program that runs a custom metric in Python.
 * @param code the user's code; parsed here, run in the sandbox only
 */
export async function pythonJob(
  code: string,
  name: string,
): Promise<Required<Pick<SandboxJob, 'python' | 'wasm'>>> {
  unpacked ??= unpack();
  const statements = readPythonProgram(code);
  const imports = statements.flatMap((one) =>
    one.kind === 'import' && one.within.length > 0
      ? modulesOf(one).map((module) => [module, one.line] as const)
      : [],
  );
  // the indentation of a list or function it was copied from
  const indent = /^(?:[ \t]*\n)*([ \t]+)/.exec(code)?.[1] ?? '';
  const isIndented = code
    .split('\n')
    .every((text) => text.trim() === '' || text.startsWith(indent));
  const program = isIndented ? code.replaceAll(new RegExp(`^${indent}`, 'gm'), '') : code;
  const { entry } = pythonEntry(statements, name);
  return {
    python: { host: HOST, prelude: PRELUDE, program, imports, entry },
    wasm: await unpacked,
  };
}

function modulesOf(statement: {
  readonly module: string;
  readonly names: readonly { readonly name: string }[];
}): readonly string[] {
  const { module, names } = statement;
  return module === '' ? names.map(({ name }) => name) : [module];
}

async function unpack(): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
