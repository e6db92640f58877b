import { type Exchange, statusOf } from '../core/index.js'
import { counter, type MetricFamily, type MetricValue } from './families.js'

/** The upper bounds of the durations that are counted together, in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The durations of requests with the same operation and status. */
interface Durations {
  /** How many were within each bound, and not within the one before; the last number is of those beyond all. */
  counts: number[]
  /** Seconds in total. */
  sum: number
}

type Refusal = { code: string; why?: string | undefined }

/** Counts requests. Counting is done with every request, and only adds plain numbers. */
export interface RequestCounts {
  add(exchange: Pick<Exchange, 'reply' | 'took'>): void
  /** Counts what was refused without being a request. */
  addRefusal(refusal: Refusal & { status: number }): void
  /** The counts since the start. */
  families(): MetricFamily[]
}

export function createRequestCounts(): RequestCounts {
  const requests = new Map<string, Map<number, Durations>>()
  const refusals = new Map<string, number>()
  const unavailable = new Map<string, number>()

  function addRefusal({ code, why, status }: Refusal & { status: number }): void {
    // Planned failures have any code, and there must not be any number of labels.
    increase(refusals, code in statusOf ? code : 'other')
    if (status === 503) increase(unavailable, why ?? (code in statusOf ? code : 'other'))
  }

  return {
    add({ reply: { operation = 'other', status, error }, took }) {
      let statuses = requests.get(operation)
      if (!statuses) {
        statuses = new Map()
        requests.set(operation, statuses)
      }
      let durations = statuses.get(status)
      if (!durations) {
        durations = { counts: Array(bounds.length + 1).fill(0), sum: 0 }
        statuses.set(status, durations)
      }
      const seconds = took / 1000
      let bucket = 0
      while (bucket < bounds.length && seconds > (bounds[bucket] as number)) bucket++
      durations.counts[bucket] = (durations.counts[bucket] as number) + 1
      durations.sum += seconds
      if (error) addRefusal({ ...error, status })
    },
    addRefusal,
    families: () => [
      {
        name: durationName,
        help: 'Seconds from the first byte of a request to its response, by operation and status; status 0 is a connection that was cut.',
        type: 'histogram',
        aggregator: 'sum',
        values: [...requests].flatMap(([operation, statuses]) =>
          [...statuses].flatMap(([status, durations]) => histogram({ operation, status }, durations)),
        ),
      },
      counter('refusals', 'Refused requests, by the code of the error.', labelled('code', refusals)),
      counter('unavailable', 'Requests answered with 503, by cause.', labelled('cause', unavailable)),
    ],
  }
}

const durationName = 'schedkit_request_duration_seconds'

const increase = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)

const labelled = (label: string, counts: Map<string, number>) =>
  Array.from(counts, ([key, count]) => [{ [label]: key }, count] as const)

/** The parts of a histogram: how many were within each bound, their sum, and how many there were. */
function histogram(labels: MetricValue['labels'], { counts, sum }: Durations): MetricValue[] {
  let count = 0
  const buckets = [...bounds.map(bound => (Number.isInteger(bound) ? `${bound}.0` : `${bound}`)), '+Inf']
  return [
    ...buckets.map((le, index) => {
      count += counts[index] as number
      return { metricName: `${durationName}_bucket`, labels: { ...labels, le }, value: count }
    }),
    { metricName: `${durationName}_sum`, labels, value: sum },
    { metricName: `${durationName}_count`, labels, value: count },
  ]
}
