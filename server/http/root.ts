import { createHash } from 'node:crypto'
import { inHtml, operations, type Reply, reply } from '../core/index.js'
import { pageHeaders } from './content.js'
import type { Demo } from './docs.js'

/** The facts about a service shown at `/`. */
export interface ServiceFacts {
  /** The URL of the service, without a trailing slash. */
  url: string
  /** The version of schedkit. */
  version: string
  /** Whether the control interface is on. */
  isControlled: boolean
}

/** The index for programs: the locations of everything, and all operations. */
export function indexOf({ url, version, isControlled }: ServiceFacts): Reply {
  const data = {
    name: 'schedkit',
    version,
    openapi: `${url}/openapi.json`,
    workflows: `${url}/workflows.json`,
    interface: `${url}/interface.md`,
    docs: `${url}/docs`,
    me: `${url}/v1/users/me`,
    ...(isControlled && { control: `${url}/_control`, console: `${url}/_console` }),
    operations: operations.map(({ method, path, summary }) => ({ method, path, summary })),
  }
  return reply(200, JSON.stringify({ success: true, data }), byAccept)
}

/** Callers that accept `text/html` get the page. */
const byAccept = { vary: 'Accept' }

const style = `
:root { color-scheme: light dark }
body { max-width: 42rem; margin: 8vh auto; padding: 0 1.2rem; font: 1rem/1.6 system-ui, sans-serif; color: light-dark(#1d1f24, #e4e6eb); background: light-dark(#fff, #17191d); overflow-wrap: anywhere }
a { color: light-dark(#1c5d9f, #8cc0f5) }
pre { padding: .7rem; background: light-dark(#f4f5f7, #23262c); white-space: pre-wrap }
dt { margin-top: .6rem }
dd { margin: 0 }
`

/** The page is a single file that neither loads nor runs anything. */
const startPageHeaders = {
  ...pageHeaders('text/html; charset=utf-8', [
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    'img-src data:',
  ]),
  ...byAccept,
}

/** Quotes a command-line argument for a shell. */
const quoted = (text: string) => (/^[\w@:.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)

/** The start page: links, the demo accounts, and a request to copy. */
export function startPageOf({
  url,
  demo,
  isControlled = false,
}: Pick<ServiceFacts, 'url'> & Partial<Pick<ServiceFacts, 'isControlled'>> & { demo: Demo }): Reply {
  const { accounts } = demo
  const [first = { email: 'EMAIL', password: 'PASSWORD' }] = accounts
  const account = ({ email, password, note = '' }: Demo['accounts'][number]) =>
    `<dt>${inHtml(note)}</dt>\n<dd><code>${inHtml(email)}</code> <code>${inHtml(password)}</code></dd>\n`
  // Below a prefix, as in a session, the page has two URLs, with and without a trailing slash: relative links would differ.
  const [, path = ''] = /^\w+:\/\/[^/]*(\/.+?)?\/?$/.exec(url) ?? []
  const below = path === '' ? '' : `${inHtml(path)}/`
  const curl = `curl -u ${quoted(`${first.email}:${first.password}`)} ${url}/v1/users/me`
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Scheduling API</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<h1>Scheduling API</h1>
<p>Resources such as rooms, their bookings, and the people who share a schedule.</p>
<ul>
<li><a href="${below}docs">Reference</a>: read about every operation, and try it out</li>
<li><a href="${below}docs#/Bookings/createBooking">Create a booking</a>, for a start</li>
<li><a href="${below}interface.md">The interface</a>, in words</li>
<li><a href="${below}openapi.json">OpenAPI document</a>, and <a href="${below}workflows.json">workflows</a> in Arazzo</li>
${isControlled ? `<li><a href="${below}_console">Console</a>: see and change what happens here</li>\n` : ''}</ul>
<pre>${inHtml(curl)}</pre>
${accounts.length === 0 ? '' : `<h2>Accounts of the demo</h2>\n<dl>\n${accounts.map(account).join('')}</dl>\n`}</main>
</body>
</html>`
  return reply(200, html, startPageHeaders)
}
