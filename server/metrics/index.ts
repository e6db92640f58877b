// The entry point of the metrics.

export { mergeEnded } from './exposition.js'
export type { MetricFamily, MetricValue } from './families.js'
export { createMetrics, type Metrics, type MetricsSources } from './metrics.js'
export { type MetricsListener, type ServeMetricsOptions, serveMetrics } from './serve-metrics.js'
