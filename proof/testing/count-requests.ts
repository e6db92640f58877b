import { writeFile } from 'node:fs/promises'
import { certify, provisionByControl } from '../../conformance/index.js'
import { startServer } from '../../server/index.js'

/*
 * Counts the requests of every check against the reference server, by account, and writes what those of each rule send on
 * average to conformance/run/request-counts.ts: `npm run count:requests`. A run estimates its duration with them.
 */

const server = await startServer({ port: 0, controlToken: 'token', log: 'off' })
const { target, mailbox, teardown } = await provisionByControl({ url: server.url, token: 'token' })
const counts = new Map<string, Map<string, number>>()

/** The first letter of the sender: owner, editor, viewer, stranger, throwaway, limited, or nobody. */
function senderOf(authorization: string): string {
  const [email = ''] = Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
    .toString()
    .split(':')
  const [, name] = /^(owner|editor|viewer|stranger|limited|throwaway)[.-]/.exec(email) ?? []
  return name?.[0] ?? 'n'
}

/** `o8e2.5`: what checks send on average, by sender. */
function averages(checks: readonly Map<string, number>[]): string {
  const sum = new Map<string, number>()
  for (const [sender, count] of checks.flatMap(of => [...of])) sum.set(sender, (sum.get(sender) ?? 0) + count)
  return [...sum]
    .sort()
    .map(([sender, count]) => `${sender}${Math.round((count / checks.length) * 10) / 10}`)
    .join('')
}

const report = await certify({
  target,
  allow: ['all'],
  ...(mailbox && { mailbox }),
  fetch(url, init) {
    const headers = new Headers(init?.headers)
    const check = headers.get('schedkit-check') ?? ''
    const of = counts.get(check) ?? new Map<string, number>()
    const sender = senderOf(headers.get('authorization') ?? '')
    counts.set(check, of.set(sender, (of.get(sender) ?? 0) + 1))
    return fetch(url, init)
  },
})
await teardown?.()
await server.close()
if (report.verdict !== 'conformant')
  throw new Error(`The run was ${report.verdict}: ${report.reasons.join(' ')}`)

// Some checks use only what others have found out.
for (const { id } of report.checks) if (!counts.has(id)) counts.set(id, new Map())
const ruleIdOf = (check: string) => check.split('.')[0]
const entries = [...new Set([...counts.keys()].map(ruleIdOf))]
  .map(
    rule =>
      `${rule}:${averages([...counts].flatMap(([check, of]) => (ruleIdOf(check) === rule ? [of] : [])))}`,
  )
  .sort()
const lines = ['']
for (const entry of entries) {
  const last = lines.at(-1) ?? ''
  if (last.length + entry.length > 118) lines.push(entry)
  else lines[lines.length - 1] = last === '' ? entry : `${last} ${entry}`
}
const text = `// Written by \`npm run count:requests\`: the requests of a check of each rule by sender, on average, as of its last run.
// o: owner, e: editor, v: viewer, s: stranger, t: throwaway, l: limited, n: nobody with an account.
export const requestCounts = \`
${lines.join('\n')}
\`
`
await writeFile(new URL('../../../conformance/run/request-counts.ts', import.meta.url), text)
process.stdout.write(`${report.traffic.requests} requests of ${counts.size} checks counted.\n`)
