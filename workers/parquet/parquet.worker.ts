import { expose } from 'comlink';
import { postFaults } from '../faults.ts';
import { readThroughPage } from '../read-through-page.ts';
import { readParquet, type ParquetOptions, type ParquetReading } from './read-parquet.ts';

const api = {
  read(file: Blob, options: ParquetOptions): Promise<ParquetReading> {
    return readParquet(file, options);
  },
};

/** What the page can ask of this worker. */
export type ParquetApi = typeof api;

postFaults();
void readThroughPage(); // never rejects
expose(api);
