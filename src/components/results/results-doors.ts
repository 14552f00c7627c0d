/** A drawer, whose code comes when it is first opened. */
type Door = 'unused' | 'open' | 'closed';

/** Which drawers of the results are open. */
export interface ResultsDoors {
  readonly metrics: Door;
  readonly judge: Door;
  readonly reference: Door;
  /** The metric that the reference shows. */
  readonly metricId: string;
}
