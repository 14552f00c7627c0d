import { USUAL_READING, type ReadingChoices } from '#core/read/choices/reading-choices.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import type { Dataset } from './dataset.ts';
import { FIRST_SETTINGS } from './first-settings.ts';

/** What was opened or typed, and how it is read and scored. */
export class OpenDataset {
  title = $state('');
  /** The editor's text; null when the dataset is too large for the editor. */
  text = $state.raw<string | null>('');
  settings = $state.raw<MetricSettings>(FIRST_SETTINGS);
  /** The columns that a person has chosen. */
  roles = $state.raw<ColumnRoles>({});
  /** How it is read, as far as a person has chosen. */
  reading = $state.raw<ReadingChoices>(USUAL_READING);
  /** What is scored; undefined before anything was opened. */
  source: Dataset | undefined;
}
