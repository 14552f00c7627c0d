import { expose } from 'comlink';
import { createEvaluationApi } from './evaluation-api.ts';
import { holdLifeLock } from './sign-of-life.ts';

expose(createEvaluationApi(holdLifeLock()));
