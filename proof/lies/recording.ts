import type { CertifyOptions, Report } from '../../conformance/index.js'
import { certifyAssembled } from '../runner/certify-server.js'
import { assemble } from '../server/assemble.js'

/** A request of a run, with its answer. */
export interface Recorded {
  /** The check that sent it, from its header. */
  readonly check: string
  readonly method: string
  readonly path: string
  readonly query: string
  readonly authorization: string | undefined
  readonly body: string | undefined
  /** The positions of the request and its answer in the order of all requests and answers. */
  readonly began: number
  ended: number
  sentAt: number
  took: number
  answer: Answer
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

type Fetch = NonNullable<CertifyOptions['fetch']>

interface Sent {
  method: string
  headers: Record<string, string>
  body?: string
}

/** Changes the answer to a request, or returns it as it is. */
type Alteration = (request: Omit<Recorded, 'ended' | 'took' | 'answer'>, answer: Answer) => Answer

/** A `fetch` that forwards requests, and passes their answers through an alteration. */
function altering(inner: Fetch, alter: Alteration): { fetch: Fetch; recorded: readonly Recorded[] } {
  const recorded: Recorded[] = []
  let events = 0
  const fetch = (async (url: string, sent: Sent) => {
    const { pathname, search } = new URL(url)
    const { method, headers, body } = sent
    const check = headers['schedkit-check'] ?? ''
    const asked = {
      ...{ check, method, body, path: pathname, query: search.slice(1) },
      ...{ authorization: headers.authorization, began: ++events, sentAt: Date.now() },
    }
    const started = performance.now()
    const response = await (inner as unknown as (url: string, sent: Sent) => Promise<Response>)(url, sent)
    const usual = {
      status: response.status,
      headers: Object.fromEntries(response.headers as unknown as Iterable<[string, string]>),
      text: await response.text(),
    }
    const answer = alter(asked, usual)
    recorded.push({ ...asked, ended: ++events, took: performance.now() - started, answer })
    return {
      status: answer.status,
      headers: Object.entries(answer.headers),
      body: [Buffer.from(answer.text)],
      text: async () => answer.text,
    }
  }) as unknown as Fetch
  return { fetch, recorded }
}

export interface Run {
  readonly report: Report
  readonly recorded: readonly Recorded[]
  readonly target: CertifyOptions['target']
}

/** Certifies the assembled server, with its answers altered. */
export async function certifyAltered(
  alter: Alteration,
  own: Pick<CertifyOptions, 'invariants' | 'only' | 'jobs'> = {},
): Promise<Run> {
  const assembled = await assemble([])
  const { target, fetch = globalThis.fetch } = assembled.options
  const wrapped = altering(fetch, alter)
  const report = await certifyAssembled(assembled, { fetch: wrapped.fetch, ...own })
  return { report, recorded: wrapped.recorded, target }
}
