import { expose } from 'comlink';
import { createEvaluationApi } from './evaluation-api.ts';
import { postFaults, readThroughPage } from './served-by-page.ts';
import { giveSigns, holdLifeLock } from './sign-of-life.ts';

postFaults();
giveSigns((sign) => self.postMessage(sign));
void readThroughPage(); // never rejects
expose(createEvaluationApi(holdLifeLock()));
