/*
 * The use of prom-client: it counts, provides process metrics under the names that Node.js dashboards know, aggregates
 * several processes, and writes the text. It is loaded on first use.
 */

/** A sample of a metric family, with its labels. */
export interface MetricValue {
  value: number
  labels: Readonly<Record<string, string | number>>
  /** The name of a histogram series, such as `..._bucket`; otherwise that of the family. */
  metricName?: string
}

/** A metric family, in the form in which prom-client passes it between processes. */
export interface MetricFamily {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  /** How the values of several processes are aggregated. */
  aggregator: 'sum' | 'max'
  values: MetricValue[]
}

const load = async () => (await import('prom-client')).default

export const contentType = 'application/openmetrics-text; version=1.0.0; charset=utf-8'

let ofProcess: ReturnType<typeof collect> | undefined

/** Process metrics exist once per process: their observers cannot be stopped. */
async function collect() {
  const { collectDefaultMetrics, Registry } = await load()
  const register = new Registry()
  collectDefaultMetrics({ register })
  return register
}

/** Starts to observe the process: event loop lag and garbage collection durations. */
export async function observeProcess(): Promise<void> {
  ofProcess ??= collect()
  await ofProcess
}

/** Returns the families of a registry. The OpenMetrics format writes whole bounds as `10.0`, which prom-client does not do. */
export async function familiesOf(registry: {
  getMetricsAsJSON(): Promise<unknown>
}): Promise<MetricFamily[]> {
  // A copy, because prom-client continues to count in its own objects.
  const families = structuredClone(await registry.getMetricsAsJSON()) as MetricFamily[]
  const canonical = ({ le, ...labels }: MetricValue['labels']) =>
    le === undefined ? labels : { le: Number.isInteger(le) ? `${le}.0` : le, ...labels }
  return families.map(({ values, ...family }) => ({
    ...family,
    values: values.map(({ labels, ...value }) => ({ ...value, labels: canonical(labels) })),
  }))
}

/** Process metrics: processor time, memory, event loop, garbage collection. `worker` becomes one of their labels. */
export async function processFamilies(worker: string | undefined): Promise<MetricFamily[]> {
  ofProcess ??= collect()
  const families = await familiesOf(await ofProcess)
  const label = worker === undefined ? {} : { worker }
  return families.map(({ name, values, ...family }) => ({
    ...family,
    // The OpenMetrics format adds the suffix of a counter's name.
    name: family.type === 'counter' ? name.replace(/_total$/, '') : name,
    // The label distinguishes the processes, so that none is left out.
    aggregator: 'sum',
    values: values.map(value => ({ ...value, labels: { ...value.labels, ...label } })),
  }))
}

/** Merges the families of several processes. */
async function merge(snapshots: readonly (readonly MetricFamily[])[]) {
  const { AggregatorRegistry } = await load()
  return AggregatorRegistry.aggregate(snapshots as unknown as object[])
}

/** Merges the counts of processes that have ended. Gauges describe the present, and process metrics end with the process. */
export async function mergeEnded(snapshots: readonly (readonly MetricFamily[])[]): Promise<MetricFamily[]> {
  const merged = await merge(
    snapshots.map(families =>
      families.filter(
        ({ type, values }) => type !== 'gauge' && !values.some(({ labels }) => 'worker' in labels),
      ),
    ),
  )
  return (await merged.getMetricsAsJSON()) as unknown as MetricFamily[]
}

/** Formats metrics in the OpenMetrics format. */
export async function metricsText(snapshots: readonly (readonly MetricFamily[])[]): Promise<string> {
  const { Registry } = await load()
  const merged = await merge(snapshots)
  merged.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  return merged.metrics()
}
