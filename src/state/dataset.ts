import type { AgentNote } from '#core/agents/agent-config.ts';
import type { ColumnRoles } from '#core/dataset/column-roles.ts';

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
