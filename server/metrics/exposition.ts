/*
 * What prom-client does for us: it counts, has the figures of the process under the names that dashboards for Node.js know, adds
 * up several processes, and writes the text. It is loaded for the first who asks.
 */

/** A number of a family of metrics, with its labels. */
export interface MetricValue {
  value: number
  labels: Readonly<Record<string, string | number>>
  /** The name of a part of a histogram, such as `..._bucket`; otherwise that of the family. */
  metricName?: string
}

/** A family of metrics, in the form in which prom-client passes them between processes. */
export interface MetricFamily {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  /** How the numbers of several processes are put together. */
  aggregator: 'sum' | 'max'
  values: MetricValue[]
}

const load = async () => (await import('prom-client')).default

export const contentType = 'application/openmetrics-text; version=1.0.0; charset=utf-8'

let ofProcess: ReturnType<typeof collect> | undefined

/** There is one set of figures in a process: its observers cannot be ended. */
async function collect() {
  const { collectDefaultMetrics, Registry } = await load()
  const register = new Registry()
  collectDefaultMetrics({ register })
  return register
}

/** Starts to observe the process: how late its event loop is, and how long garbage collections take. */
export async function observeProcess(): Promise<void> {
  ofProcess ??= collect()
  await ofProcess
}

/** Figures of the process: processor time, memory, event loop, garbage collections. `worker` becomes a label of them. */
export async function processFamilies(worker: string | undefined): Promise<MetricFamily[]> {
  ofProcess ??= collect()
  const metrics = await (await ofProcess).getMetricsAsJSON()
  const label = worker === undefined ? {} : { worker }
  return (metrics as unknown as MetricFamily[]).map(({ name, values, ...family }) => ({
    ...family,
    // The OpenMetrics format adds the end of the name of a counter.
    name: family.type === 'counter' ? name.replace(/_total$/, '') : name,
    // Those of several processes differ by their label, and none is left out.
    aggregator: 'sum',
    values: values.map(value => ({ ...value, labels: { ...value.labels, ...label } })),
  }))
}

/** Puts the families of several processes together. */
async function merge(snapshots: readonly (readonly MetricFamily[])[]) {
  const { AggregatorRegistry } = await load()
  return AggregatorRegistry.aggregate(snapshots as unknown as object[])
}

/** Puts the counts of processes that have ended together. Gauges are of the present, and figures of a process end with it. */
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

/** The text of metrics in the OpenMetrics format. */
export async function metricsText(snapshots: readonly (readonly MetricFamily[])[]): Promise<string> {
  const { Registry } = await load()
  const merged = await merge(snapshots)
  merged.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  return merged.metrics()
}
