import { expose } from 'comlink';
import { createEvaluationApi } from './evaluation-api.ts';
import { postFaults } from './worker-faults.ts';
import { readThroughPage } from './read-through-page.ts';
import { giveSigns, holdLifeLock } from './sign-of-life.ts';

postFaults();
giveSigns((sign) => self.postMessage(sign));
void readThroughPage(); // never rejects
expose(createEvaluationApi(holdLifeLock()));
