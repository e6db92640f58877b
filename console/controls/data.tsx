import { useEffect } from 'preact/hooks'
import { Card } from '../elements.js'
import { attempt } from '../notices.js'
import { useStore } from '../store.js'
import type { ViewProps } from '../view-props.js'

/** The data as a whole, and the sessions of a server. */
export function Data({ service }: ViewProps) {
  const { snapshots } = useStore(service.store)
  const { control } = service

  function take(event: Event): void {
    event.preventDefault()
    const id = String(new FormData(event.currentTarget as HTMLFormElement).get('id')).trim()
    void attempt(() => control.takeSnapshot(id === '' ? {} : { id }), 'A snapshot was taken.')
  }

  return (
    <>
      <Card title="Data">
        <form class="line" onSubmit={take}>
          <label>
            Snapshot <input name="id" placeholder="a name, or none" />
          </label>
          <button type="submit">Take</button>
        </form>
        <ul class="rows">
          {snapshots.map(({ id }) => (
            <li key={id}>
              <span>
                <bdi>{id}</bdi>
              </span>
              <button
                type="button"
                onClick={() => void attempt(() => control.restoreSnapshot(id), `${id} was restored.`)}
              >
                Restore
              </button>
              <button
                type="button"
                onClick={() => void attempt(() => control.deleteSnapshot(id), `${id} was deleted.`)}
              >
                Delete
              </button>
            </li>
          ))}
        </ul>
        <div class="actions">
          <button
            type="button"
            class="danger"
            title="Data, clock, e-mails, requests and conditions are as at the start"
            onClick={() => void attempt(() => control.reset(), 'Everything is as it was at the start.')}
          >
            Reset everything
          </button>
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
            <button
              type="button"
              onClick={() =>
                void attempt(() => service.control.endSession(id), `${id} has ended.`).then(
                  service.reloadSessions,
                )
              }
            >
              End
            </button>
          </li>
        ))}
      </ul>
      <p class="quiet">
        schedkit {version} · <a href="docs">API</a> · <a href="openapi.json">OpenAPI</a>
      </p>
    </Card>
  )
}
