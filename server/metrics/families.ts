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

type Labels = MetricValue['labels']

/** A family of which all values have the same meaning; a single number has no labels. */
function family(
  type: 'counter' | 'gauge',
  [name, help]: readonly [name: string, help: string],
  values: number | Iterable<readonly [Labels, number]>,
): MetricFamily {
  const list = typeof values === 'number' ? [[{}, values] as const] : [...values]
  return {
    ...{ name: `schedkit_${name}`, help, type, aggregator: 'sum' },
    values: list.map(([labels, value]) => ({ labels, value })),
  }
}

/** A number that goes up and down. */
export const gauge = (name: string, help: string, values: Parameters<typeof family>[2]): MetricFamily =>
  family('gauge', [name, help], values)

/** A number that only grows while the process runs. */
export const counter = (name: string, help: string, values: Parameters<typeof family>[2]): MetricFamily =>
  family('counter', [name, help], values)
