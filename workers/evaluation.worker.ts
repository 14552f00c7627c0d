import { expose } from 'comlink';
import { createEvaluationApi } from './evaluation-api.ts';
import { postFaults } from './faults.ts';
import { readThroughPage } from './read-through-page.ts';
import { holdLifeLock } from './sign-of-life.ts';

postFaults();
void readThroughPage(); // never rejects
expose(createEvaluationApi(holdLifeLock()));
