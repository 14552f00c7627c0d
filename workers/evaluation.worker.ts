import { expose } from 'comlink';
import { createEvaluationApi } from './evaluation-api.ts';
import { postFaults, readThroughPage, startSignals, holdLifeLock } from './to-page.ts';

postFaults();
startSignals((sign) => self.postMessage(sign));
void readThroughPage(); // never rejects
expose(createEvaluationApi(holdLifeLock()));
