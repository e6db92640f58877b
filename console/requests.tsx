import { useState } from 'preact/hooks'
import { Check, Close, Do, Empty, Listing, prettyJson, statusClass, useLentFocus } from './elements.js'
import { attempt, tell, tellProblem } from './notices.js'
import { ownMark, type Service, type ShownRequest } from './service.js'
import { useStore } from './store.js'

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** Headers that curl sets itself or that belong to a single connection. */
const ofTheConnection =
  /^(?:host|connection|content-length|accept-encoding|sec-.*|authorization|user-agent|x-request-id)$/

/** Returns the request as a curl command, which asks for the password if it is not known here. */
function curlOf(request: ShownRequest, base: string, password: string | undefined): string {
  const { method, target, as, request: body, headers = {} } = request
  const login = as === undefined ? [] : ['-u', quoted(password === undefined ? as : `${as}:${password}`)]
  const shown = Object.entries(headers).filter(([name]) => !ofTheConnection.test(name))
  const how = method === 'HEAD' ? ['-I'] : ['-X', method]
  return [
    // Brackets and braces belong to the URL.
    ...['curl', '--globoff', ...how, ...login],
    ...shown.flatMap(([name, value]) => ['-H', quoted(`${name}: ${value}`)]),
    ...(body === undefined ? [] : ['--data-raw', quoted(body)]),
    quoted(base + target),
  ].join(' ')
}

/** Returns whether a request is a read that this page sends for its own views. */
const isOwnRead = ({ method, target, headers }: ShownRequest) =>
  /^\/(?:_console|docs\/demo)/.test(target) ||
  (method === 'GET' && headers?.['x-request-id']?.startsWith(ownMark) === true)

function fits(request: ShownRequest, text: string): boolean {
  const { operation = '', method, target, status, as = '', request: body = '' } = request
  const all = `${operation} ${method} ${target} ${status} ${as} ${body}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every(word => all.includes(word))
}

/** Shows the requests live, newest first. */
export function Requests({ service }: { service: Service }) {
  const { requests } = useStore(service.store)
  const [text, setText] = useState('')
  const [hasOwnReads, setOwnReads] = useState(false)
  const [open, setOpen] = useState<number>()
  const shown = requests.filter(each => (hasOwnReads || !isOwnRead(each)) && fits(each, text))
  const selected = requests.find(({ key }) => key === open)
  return (
    <>
      <div class="toolbar">
        <input
          type="search"
          aria-label="Filter"
          placeholder="Filter: 409 createBooking mira"
          value={text}
          onInput={event => setText(event.currentTarget.value)}
        />
        <Check label="Reads of this page" checked={hasOwnReads} set={setOwnReads} />
        <span class="quiet">
          {shown.length} of {requests.length}
        </span>
        <button type="button" onClick={() => void attempt(() => service.control.emptyRequests(), 'Done.')}>
          Clear
        </button>
      </div>
      <div class={`split ${selected ? 'open' : ''}`}>
        {shown.length === 0 ? (
          <Empty>{emptyText(service, requests.length, text)}</Empty>
        ) : (
          <RequestTable {...{ shown, open, setOpen }} />
        )}
        {selected && (
          <Detail key={selected.key} request={selected} service={service} close={() => setOpen(undefined)} />
        )}
      </div>
    </>
  )
}

/** Explains why there is nothing to show and how to change that. */
function emptyText({ isInPage, base }: Service, count: number, filter: string): string {
  if (count === 0) return `No requests yet. Those ${isInPage ? 'of this page' : `to ${base}/v1`} appear here.`
  return filter === ''
    ? 'Only this page has read something. Move a booking in the timeline, or tick “Reads of this page”.'
    : 'No request fits: change the filter, or tick “Reads of this page”.'
}

function RequestTable(props: {
  shown: readonly ShownRequest[]
  open: number | undefined
  setOpen(key: number | undefined): void
}) {
  const { shown, open, setOpen } = props
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="List of requests">
      <table class="requests">
        <thead>
          <tr>
            {['Status', 'Operation', 'Request', 'Account', 'ms', 'Time'].map(name => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(request => (
            <tr
              key={request.key}
              class={request.key === open ? 'selected' : ''}
              onClick={() => setOpen(request.key === open ? undefined : request.key)}
            >
              <td>
                <span class={statusClass(request.status)}>{request.status || 'cut'}</span>
              </td>
              <td>
                <button type="button" class="plain" aria-expanded={request.key === open}>
                  {request.operation ?? '—'}
                </button>
              </td>
              <td class="target">
                <b>{request.method}</b> <bdi>{request.target}</bdi>
              </td>
              <td>
                <bdi>{request.as ?? ''}</bdi>
              </td>
              <td class="number">{request.took}</td>
              <td class="number">{request.at.slice(11, 19)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Sends a request again, with the same account. */
async function sendAgain(service: Service, { method, target, as, request }: ShownRequest): Promise<void> {
  const account = service.store.get().accounts.find(({ email }) => email === as)
  if (as !== undefined && !account)
    throw new Error(`The password of ${as} is not known here: enter it in Controls.`)
  const bytes = new TextEncoder().encode(`${account?.email}:${account?.password}`)
  const response = await service.fetch(service.base + target, {
    method,
    credentials: 'omit',
    body: request ?? null,
    headers: {
      ...(account && { authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` }),
      ...(request !== undefined && { 'content-type': 'application/json' }),
    },
  })
  tell(`Sent again: ${method} ${target} was answered with ${response.status}.`)
}

function Detail(props: { request: ShownRequest; service: Service; close(): void }) {
  const { request, service, close } = props
  const { accounts } = useStore(service.store)
  const { method, target, status, took, at, as, operation, aborted, truncated } = request
  const [path = '', query] = target.split('?')
  const account = accounts.find(({ email }) => email === as)
  // The list has many rows: without the focus, the detail would be far away for a keyboard.
  const element = useLentFocus<HTMLElement>(aside => aside.focus())
  const hasRedacted = /\[redacted\]/.test(`${target}${request.request ?? ''}`)
  const copy = () => navigator.clipboard.writeText(curlOf(request, service.base, account?.password))
  return (
    <aside ref={element} class="detail" aria-label="Request" tabIndex={-1}>
      <header>
        <h2>
          <span class={statusClass(status)}>{status || 'cut'}</span> {operation ?? method}
        </h2>
        <Close close={close} />
      </header>
      <div class="actions">
        <Do
          label="Copy as curl"
          run={copy}
          done={`The curl command was copied.${service.isInPage ? ` It calls ${service.base}, not this page.` : ''}`}
        />
        <button
          type="button"
          disabled={hasRedacted || truncated}
          title={hasRedacted || truncated ? 'Parts of it were not recorded' : undefined}
          onClick={() => void sendAgain(service, request).catch(error => tellProblem(error))}
        >
          Send again
        </button>
      </div>
      <p class="target">
        <b>{method}</b> <bdi>{path}</bdi>
      </p>
      <p class="quiet">
        {at} · {took} ms{as === undefined ? '' : ` · ${as}`}
        {aborted ? ' · the client gave up before' : ''}
        {truncated ? ' · only the beginning was recorded' : ''}
      </p>
      {query && <Pairs title="Query" pairs={[...new URLSearchParams(query)]} />}
      {request.request !== undefined && <Text title="Body" text={request.request} />}
      <Text title="Response" text={request.reply} />
      <Pairs title="Request headers" pairs={Object.entries(request.headers ?? {})} />
      <Pairs title="Response headers" pairs={Object.entries(request.reply_headers ?? {})} />
    </aside>
  )
}

function Pairs({ title, pairs }: { title: string; pairs: readonly (readonly [string, string])[] }) {
  if (pairs.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <dl class="pairs">
        {pairs.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

const Text = ({ title, text }: { title: string; text: string }) => (
  <>
    <h3>{title}</h3>
    <Listing title={title} text={prettyJson(text).trim() || 'empty'} />
  </>
)
