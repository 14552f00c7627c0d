import { expose } from 'comlink';
import { postFaults } from '../worker-faults.ts';
import { readThroughPage } from '../read-through-page.ts';
import { readParquet } from './read-parquet.ts';

const api = { read: readParquet };

/** What the page can ask of this worker. */
export type ParquetApi = typeof api;

postFaults();
void readThroughPage(); // never rejects
expose(api);
