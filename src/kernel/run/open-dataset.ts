import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import type { AgentNote } from '#core/agents/agent-config.ts';
import type { Sample } from '#samples/registry.ts';

/** What a person opened or typed, or an agent made. */
export interface Dataset {
  readonly blob: Blob;
  /** The file's name, an empty text for pasted or typed data. */
  readonly fileName: string;
  readonly title: string;
  readonly sampleId: string;
  /** The agent that made the rows, and which columns it was found to have filled. */
  readonly agent?: AgentNote | undefined;
  readonly roles?: ColumnRoles | undefined;
}

/** A file, titled by its name. */
export function fileDataset(file: File): Dataset {
  const title = file.name.replace(/\.[^.]+$/, '') || file.name;
  return { blob: file, fileName: file.name, title, sampleId: '' };
}

/** A shipped sample. */
export function sampleDataset({ id, title }: Sample, text: string): Dataset {
  return { blob: new Blob([text]), fileName: '', title, sampleId: id };
}

/** Text as it was typed over another dataset. */
export function typedDataset(text: string, old: Dataset | undefined): Dataset {
  const title = old?.title ?? 'Typed dataset';
  const isSample = old !== undefined && old.sampleId !== '';
  return {
    blob: new Blob([text]),
    fileName: old?.fileName ?? '',
    title: isSample ? `${title}, edited` : title,
    sampleId: '',
  };
}

// brackets alone on a line are in every list of rows
const SHORTEST_LINE = 3;

/** Whether a text replaces a sample, of which no line is left, rather than edits it. */
export async function isReplaced(text: string, old: Dataset | undefined): Promise<boolean> {
  if (old === undefined || old.sampleId === '') return false;
  const kept = new Set(linesOf(await old.blob.text()));
  return !linesOf(text).some((line) => kept.has(line));
}

function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim().replace(/,$/, ''));
  return lines.filter((line) => line.length >= SHORTEST_LINE);
}
