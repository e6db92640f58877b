import { useEffect } from 'preact/hooks'
import type { OperationId } from 'schedkit/client'
import { Card } from '../elements.js'
import { attempt } from '../notices.js'
import { useStore } from '../store.js'
import type { ViewProps } from '../view-props.js'

/** The operations of the API; the build puts them here. */
declare const OPERATIONS: readonly OperationId[]

const outcomes = ['400', '401', '403', '404', '409', '422', '429', '500', '503', 'network error']

/** The choice of an operation. */
const Operations = ({ label }: { label: string }) => (
  <label>
    {label}
    <select name="operation" aria-label={label}>
      <option value="">any operation</option>
      {OPERATIONS.map(id => (
        <option key={id}>{id}</option>
      ))}
    </select>
  </label>
)

/** The values of a form. */
function valuesOf(event: Event): Record<string, string> {
  event.preventDefault()
  const data = new FormData(event.currentTarget as HTMLFormElement)
  return Object.fromEntries([...data].map(([name, value]) => [name, String(value)]))
}

const operationIn = ({ operation }: Record<string, string>) =>
  operation ? { operation: operation as OperationId } : {}

/** Failures, requests that wait, delays and the rate limit. */
export const Conditions = ({ service }: ViewProps) => (
  <Card title="Conditions">
    <Failures service={service} />
    <Holds service={service} />
    <Delays service={service} />
  </Card>
)

type Props = Pick<ViewProps, 'service'>

function Failures({ service }: Props) {
  const { failures } = useStore(service.store)
  const { control } = service

  function fail(event: Event): void {
    const values = valuesOf(event)
    const { outcome = '', times = '1' } = values
    const wanted = outcome === 'network error' ? outcome : Number(outcome)
    void attempt(
      () =>
        control.fail({
          ...operationIn(values),
          with: wanted,
          times: times === 'always' ? times : Number(times),
        }),
      `${values.operation || 'Any operation'} will fail with ${outcome}.`,
    )
  }

  return (
    <>
      <form class="line" onSubmit={fail}>
        <Operations label="Fail" />
        <label>
          with
          <select name="outcome">
            {outcomes.map(outcome => (
              <option key={outcome} selected={outcome === '503'}>
                {outcome}
              </option>
            ))}
          </select>
        </label>
        <label>
          times
          <select name="times">
            {['1', '2', '5', 'always'].map(times => (
              <option key={times}>{times}</option>
            ))}
          </select>
        </label>
        <button type="submit">Fail</button>
      </form>
      {failures.length > 0 && (
        <ul class="rows">
          {failures.map(({ id, operation = 'any operation', with: outcome, left }) => (
            <li key={id}>
              <span>
                {[operation].flat().join(', ')} fails with {outcome},{' '}
                {left === 'always' ? 'always' : `${left} to go`}
              </span>
              <button
                type="button"
                onClick={() => void attempt(() => control.cancelFailure(id), 'It was cancelled.')}
              >
                Cancel
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Holds({ service }: Props) {
  const { holds } = useStore(service.store)
  const { control } = service

  function hold(event: Event): void {
    const values = valuesOf(event)
    void attempt(() => control.hold(operationIn(values)), `${values.operation || 'Any operation'} will wait.`)
  }

  // No event tells that a request has begun to wait.
  useEffect(() => {
    if (holds.length === 0) return
    const timer = setInterval(service.reloadConditions, 1_000)
    return () => clearInterval(timer)
  }, [holds.length === 0])

  return (
    <>
      <form class="line" onSubmit={hold}>
        <Operations label="Hold" />
        <button type="submit">Hold</button>
      </form>
      {holds.length > 0 && (
        <ul class="rows">
          {holds.map(({ id, operation = ['any operation'], waiting }) => (
            <li key={id}>
              <span>
                {operation.join(', ')}: {waiting} waiting
              </span>
              <button
                type="button"
                onClick={() => void attempt(() => control.releaseHold(id), 'One request may pass.')}
              >
                Release one
              </button>
              <button
                type="button"
                onClick={() => void attempt(() => control.endHold(id), 'All requests pass again.')}
              >
                End
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Delays({ service }: Props) {
  const { latency } = useStore(service.store)
  const { control } = service

  function delay(event: Event): void {
    const values = valuesOf(event)
    const ms = Number(values.ms)
    void attempt(
      () => control.setLatency({ ms, ...operationIn(values) }),
      `${values.operation || 'Every operation'} takes ${ms} ms longer.`,
    )
  }

  function limit(event: Event): void {
    const requests = Number(valuesOf(event).requests)
    void attempt(
      () => control.setRateLimit({ requests }),
      `Every account has ${requests} requests in 5 minutes.`,
    )
  }

  return (
    <>
      <form class="line" onSubmit={delay}>
        <Operations label="Delay" />
        <label>
          ms <input name="ms" type="number" min={0} max={600_000} value={1000} required />
        </label>
        <button type="submit">Delay</button>
      </form>
      <p class="quiet">
        Now {[latency.ms].flat().join(' to ')} ms
        {Object.entries(latency.operations ?? {}).map(([id, ms]) => `; ${id} ${[ms].flat().join(' to ')} ms`)}
        {(latency.ms !== 0 || latency.operations) && (
          <button
            type="button"
            class="plain"
            onClick={() => void attempt(() => control.setLatency({ ms: 0 }), 'There is no delay.')}
          >
            Remove
          </button>
        )}
      </p>
      <form class="line" onSubmit={limit}>
        <label>
          Rate limit <input name="requests" type="number" min={1} value={100} required />
        </label>
        <button type="submit">Limit</button>
      </form>
    </>
  )
}
