/** What the drawer of metrics shows. */
export type MetricsTab = 'metrics' | 'rules' | 'custom' | 'sets';
