import { expose } from 'comlink';
import { createEvaluationApi } from './evaluation-api.ts';
import { postFaults, readThroughPage, giveSigns, holdLifeLock } from './to-page.ts';

postFaults();
giveSigns((sign) => self.postMessage(sign));
void readThroughPage(); // never rejects
expose(createEvaluationApi(holdLifeLock()));
