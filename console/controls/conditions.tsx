import { useEffect } from 'preact/hooks'
import type { OperationId } from 'schedkit/client'
import { Card, Do, Line, type Values } from '../elements.js'
import type { ViewProps } from '../service.js'
import { useStore } from '../store.js'

/** The operations of the API, inserted by the build. */
declare const OPERATIONS: readonly OperationId[]

const outcomes = ['400', '401', '403', '404', '409', '422', '429', '500', '503', 'network error']

/** A select element for an operation. */
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

const operationIn = ({ operation }: Values) => (operation ? { operation: operation as OperationId } : {})

const nameIn = ({ operation }: Values) => operation || 'Any operation'

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

  const fail = ({ outcome = '', times = '1', ...values }: Values) =>
    control.fail({
      ...operationIn(values),
      with: outcome === 'network error' ? outcome : Number(outcome),
      times: times === 'always' ? times : Number(times),
    })

  return (
    <>
      <Line label="Fail" run={fail} done={values => `${nameIn(values)} will fail with ${values.outcome}.`}>
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
      </Line>
      <ul class="rows">
        {failures.map(({ id, operation = 'any operation', with: outcome, left }) => (
          <li key={id}>
            <span>
              {[operation].flat().join(', ')} fails with {outcome},{' '}
              {left === 'always' ? 'always' : `${left} to go`}
            </span>
            <Do label="Cancel" run={() => control.cancelFailure(id)} done="It was cancelled." />
          </li>
        ))}
      </ul>
    </>
  )
}

function Holds({ service }: Props) {
  const { holds } = useStore(service.store)
  const { control } = service

  // There is no event for a request that begins to wait.
  useEffect(() => {
    if (holds.length === 0) return
    const timer = setInterval(service.reloadConditions, 1_000)
    return () => clearInterval(timer)
  }, [holds.length === 0])

  return (
    <>
      <Line
        label="Hold"
        run={values => control.hold(operationIn(values))}
        done={values => `${nameIn(values)} will wait.`}
      >
        <Operations label="Hold" />
      </Line>
      <ul class="rows">
        {holds.map(({ id, operation = ['any operation'], waiting }) => (
          <li key={id}>
            <span>
              {operation.join(', ')}: {waiting} waiting
            </span>
            <Do label="Release one" run={() => control.releaseHold(id)} done="One request may pass." />
            <Do label="End" run={() => control.endHold(id)} done="All requests pass again." />
          </li>
        ))}
      </ul>
    </>
  )
}

function Delays({ service }: Props) {
  const { latency } = useStore(service.store)
  const { control } = service
  return (
    <>
      <Line
        label="Delay"
        run={values => control.setLatency({ ms: Number(values.ms), ...operationIn(values) })}
        done={values => `${values.operation || 'Every operation'} takes ${values.ms} ms longer.`}
      >
        <Operations label="Delay" />
        <label>
          ms <input name="ms" type="number" min={0} max={600_000} defaultValue={1000} required />
        </label>
      </Line>
      <p class="quiet">
        Now {[latency.ms].flat().join(' to ')} ms
        {Object.entries(latency.operations ?? {}).map(([id, ms]) => `; ${id} ${[ms].flat().join(' to ')} ms`)}
        {(latency.ms !== 0 || latency.operations) && (
          <Do
            class="plain"
            label="Remove"
            run={() => control.setLatency({ ms: 0 })}
            done="There is no delay."
          />
        )}
      </p>
      <Line
        label="Limit"
        run={({ requests }) => control.setRateLimit({ requests: Number(requests) })}
        done={({ requests }) => `Every account has ${requests} requests in 5 minutes.`}
      >
        <label>
          Rate limit <input name="requests" type="number" min={1} defaultValue={100} required />
        </label>
      </Line>
    </>
  )
}
