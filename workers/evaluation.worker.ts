import { expose } from 'comlink';
import { createEvaluationApi } from './evaluation-api.ts';
import { readThroughPage } from './read-through-page.ts';
import { holdLifeLock } from './sign-of-life.ts';

void readThroughPage();
expose(createEvaluationApi(holdLifeLock()));
