import { certify, provisionByControl } from '../../conformance/index.js'
import { startServer } from '../../server/index.js'

/** The requests that the checks of a complete run sent to the reference server. */
export interface CountedRun {
  readonly requests: number
  /** The number of requests of each check, by the first letter of the sender. */
  readonly counts: ReadonlyMap<string, ReadonlyMap<string, number>>
  /** The checks with requests that depend on the settings of the owner. */
  readonly timed: ReadonlySet<string>
}

/** The first letter of the sender: owner, editor, viewer, stranger, throwaway, limited, or nobody. */
function senderOf(authorization: string): string {
  const [email = ''] = Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
    .toString()
    .split(':')
  const [, name] = /^(owner|editor|viewer|stranger|limited|throwaway)[.-]/.exec(email) ?? []
  return name?.[0] ?? 'n'
}

/** Whether a request depends on the settings of the owner: it is about bookings, or it is the owner's about the account. */
const isTimed = (path: string, sender: string) =>
  path.includes('/bookings') || (sender === 'o' && path.startsWith('/v1/users'))

/** Certifies the reference server and counts requests; `isAlone`: with one schedule and one account. Throws if it does not pass. */
export async function countRun({ isAlone = false } = {}): Promise<CountedRun> {
  const server = await startServer({ port: 0, controlToken: 'token', log: 'off' })
  const { target, mailbox, teardown } = await provisionByControl({ url: server.url, token: 'token' })
  const counts = new Map<string, Map<string, number>>()
  const timed = new Set<string>()
  const report = await certify({
    target: isAlone
      ? { ...target, schedules: target.schedules.slice(0, 1), members: [], disposable: [] }
      : target,
    allow: ['all'],
    ...(mailbox && { mailbox }),
    fetch(url, init) {
      const headers = new Headers(init?.headers)
      const check = headers.get('schedkit-check') ?? ''
      const of = counts.get(check) ?? new Map<string, number>()
      const sender = senderOf(headers.get('authorization') ?? '')
      counts.set(check, of.set(sender, (of.get(sender) ?? 0) + 1))
      if (isTimed(new URL(String(url)).pathname, sender)) timed.add(check)
      return fetch(url, init)
    },
  })
  await teardown?.()
  await server.close()
  if (report.verdict !== (isAlone ? 'incomplete' : 'conformant'))
    throw new Error(`The run was ${report.verdict}: ${report.reasons.join(' ')}`)
  // Some checks send nothing, because they only use results of other checks.
  for (const { id } of report.checks) if (!counts.has(id)) counts.set(id, new Map())
  return { requests: report.traffic.requests, counts, timed }
}
