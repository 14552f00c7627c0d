import { expose } from 'comlink';
import { postFaults, readThroughPage } from '#workers/to-page.ts';
import { readParquet } from './read-parquet.ts';

const api = { read: readParquet };

/** What the page can ask of this worker. */
export type ParquetApi = typeof api;

postFaults();
void readThroughPage(); // never rejects
expose(api);
