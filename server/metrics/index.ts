// The entry point of the metrics.

export { type MetricFamily, type MetricValue, mergeEnded } from './exposition.js'

export { createMetrics, type Metrics, type MetricsSources } from './metrics.js'
export { type MetricsListener, type ServeMetricsOptions, serveMetrics } from './serve-metrics.js'
