import { useEffect } from 'preact/hooks'
import { Card, Do, Line } from '../elements.js'
import type { ViewProps } from '../service.js'
import { useStore } from '../store.js'

/** Manages the data as a whole and the sessions of a server. */
export function Data({ service }: ViewProps) {
  const { snapshots } = useStore(service.store)
  const { control } = service
  return (
    <>
      <Card title="Data">
        <Line
          label="Take"
          run={({ id = '' }) => control.takeSnapshot(id.trim() ? { id: id.trim() } : {})}
          done={() => 'A snapshot was taken.'}
        >
          <label>
            Snapshot <input name="id" placeholder="a name, or none" />
          </label>
        </Line>
        <ul class="rows">
          {snapshots.map(({ id }) => (
            <li key={id}>
              <span>
                <bdi>{id}</bdi>
              </span>
              <Do label="Restore" run={() => control.restoreSnapshot(id)} done={`${id} was restored.`} />
              <Do label="Delete" run={() => control.deleteSnapshot(id)} done={`${id} was deleted.`} />
            </li>
          ))}
        </ul>
        <div class="actions">
          <Do
            class="danger"
            label="Reset everything"
            title="Data, clock, e-mails, requests and conditions are as at the start"
            run={() => control.reset()}
            done="Everything is as it was at the start."
          />
        </div>
      </Card>
      {!service.isInPage && <Sessions service={service} />}
    </>
  )
}

function Sessions({ service }: Pick<ViewProps, 'service'>) {
  const { sessions, version } = useStore(service.store)
  useEffect(() => service.reloadSessions(), [])
  return (
    <Card title="Sessions">
      {sessions.length === 0 && <p class="quiet">No request has named a session.</p>}
      <ul class="rows">
        {sessions.map(({ id, requests, objects }) => (
          <li key={id}>
            <a href={service.consoleOf(id)} target="_blank" rel="noreferrer">
              {id}
            </a>
            <span class="quiet">
              {requests} requests, {objects} objects
            </span>
            <Do
              label="End"
              run={() => service.control.endSession(id).then(service.reloadSessions)}
              done={`${id} has ended.`}
            />
          </li>
        ))}
      </ul>
      <p class="quiet">
        schedkit {version} · <a href="docs">API</a> · <a href="openapi.json">OpenAPI</a>
      </p>
    </Card>
  )
}
