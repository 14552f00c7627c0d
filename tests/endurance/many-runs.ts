import fc from 'fast-check';
import { TIMES } from './vitest.config.ts';

const USUAL_RUNS = 100;

// for laws that do not say themselves how often they are tried
fc.configureGlobal({ numRuns: USUAL_RUNS * TIMES });
