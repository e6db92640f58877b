import { useEffect, useState } from 'preact/hooks'
import { Card, Do, Line } from '../elements.js'
import { attempt } from '../notices.js'
import type { ViewProps } from '../service.js'
import { useStore } from '../store.js'

const resetText = 'The data are those of the seed.'

/** Manages the data as a whole and the sessions of a server. */
export function Data({ service }: ViewProps) {
  const { snapshots } = useStore(service.store)
  const { control } = service
  const [isAsked, setAsked] = useState(false)
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
          {isAsked ? (
            <>
              <p>All data, also those stored on disk, are replaced by the seed.</p>
              <Do
                class="danger"
                label="Replace all data"
                run={() => control.reset().finally(() => setAsked(false))}
                done={resetText}
              />
              <button type="button" onClick={() => setAsked(false)}>
                Cancel
              </button>
            </>
          ) : (
            <button
              type="button"
              class="danger"
              title="The data of the seed, and clock, e-mails, requests and conditions as at the start"
              onClick={() =>
                service.isInPage ? void attempt(() => control.reset(), resetText) : setAsked(true)
              }
            >
              Reset everything
            </button>
          )}
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
