import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Report, rules } from '../conformance/index.js'
import { newFolder } from '../server/testing/folder.js'
import { command } from './testing/command.js'
import { type frameworks, startPartialServer } from './testing/partial-server.js'

/** Tests what authors of unfinished servers see. */
const test = suite('schedkit conformance run on a server that is not finished')

interface Ran {
  readonly code: number
  readonly lines: readonly string[]
  readonly report: Report
}

/** Starts a server with some operations, and runs the kit once for each list of arguments. */
async function run(
  has: (operation: string) => boolean,
  framework: keyof typeof frameworks,
  ...runs: readonly (readonly string[])[]
): Promise<readonly Ran[]> {
  const folder = newFolder()
  const server = await startPartialServer(has, framework)
  try {
    await writeFile(join(folder, 'target.json'), JSON.stringify(server.target))
    const results: Ran[] = []
    for (const args of runs) {
      const report = ['--report', 'json=report.json']
      const ended = await command(
        ['conformance', 'run', '--target', 'target.json', ...report, ...args],
        {},
        folder,
      )
      assert.ok(ended.code !== 2 && ended.code !== 4, ended.err)
      results.push({
        code: ended.code,
        lines: ended.out.trimEnd().split('\n'),
        report: JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')),
      })
    }
    return results
  } finally {
    await server.close()
  }
}

const one = async (...args: Parameters<typeof run>): Promise<Ran> => (await run(...args))[0] as Ran

const onlyMe = (operation: string) => operation === 'GET /v1/users/me'
/** Matches the operations on single resources. */
const singles = (operation: string) =>
  /\/resources(\/\{id\})?$|GET .*\/me$/.test(operation) && !/^(PUT|DELETE) .*resources$/.test(operation)
const outcomesOf = (report: Report, area: string) =>
  new Set(report.checks.filter(({ rule }) => rule.startsWith(`${area}-`)).map(({ outcome }) => outcome))

for (const framework of ['flask', 'express', 'json'] as const) {
  test(`given GET /v1/users/me alone on ${framework}, then what exists is judged, and nothing else is reported`, async () => {
    const { code, lines, report } = await one(onlyMe, framework, [])

    assert.is(code, 1)
    assert.match(
      lines[0] ?? '',
      /^Fix this first: POST \/v1\/schedules\/\{scheduleId\}\/resources is missing; \d{3} checks/,
    )
    assert.ok(lines.length <= 60, `${lines.length} lines`)
    assert.is(report.verdict, 'not conformant')
    assert.equal([report.counts.failed, report.counts.blocked, report.counts.warned], [0, 0, 0])
    assert.ok(outcomesOf(report, 'USER').has('passed'))
    // What the record of the run could not judge is not counted as verified.
    assert.not.ok(report.checks.some(({ id }) => id === 'RES-38.answers'))
    assert.ok(outcomesOf(report, 'AUTH').has('passed'))
    assert.ok(outcomesOf(report, 'ENV').has('passed'))
    assert.equal(report.remains, [])
    const there = report.operations.filter(({ state }) => state === 'implemented').map(({ name }) => name)
    assert.equal(there, ['GET /v1/users/me'])
  })
}

test('given all operations except the single reads, then these are missing, and no rule fails', async () => {
  const { report } = await one(operation => !/^GET .*\/\{id\}$/.test(operation), 'json', ['--allow', 'all'])

  const missing = report.operations.filter(({ state }) => state === 'missing')
  assert.equal(
    missing.map(({ name }) => name.replace(/.*\/(\w+)\/\{\w+\}$/, '$1')),
    ['resources', 'bookings', 'collaborators'],
  )
  assert.equal(
    report.checks.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id),
    [],
  )
})

test('given resources one by one, then the counts of checks and of rules add up', async () => {
  const { report } = await one(singles, 'flask', ['--only', 'RES-*', '--only', 'UNIQ-*', '--quiet'])

  const { planned, ran, skipped, blocked, notImplemented, notStarted } = report.counts
  assert.is(planned, ran + skipped + blocked + notImplemented + notStarted)
  const { all, ...others } = report.musts ?? { all: 0 }
  assert.is(
    all,
    Object.values(others).reduce((sum, each) => sum + each, 0),
  )
  assert.is(all, rules.filter(({ level }) => level === 'must').length)
  const waiting = report.operations.reduce((sum, operation) => sum + operation.waiting, 0)
  assert.is(waiting, notImplemented)
  assert.equal([report.counts.failed, blocked], [0, 0])
})

test('given a passing selection, then it sends only its requests and exits with 0, with the requested display', async () => {
  const only = ['--only', 'RES-04', '--only', 'RES-01']

  const [screen, quiet, summary, full] = (await run(
    singles,
    'express',
    only,
    [...only, '--quiet'],
    [...only, '--summary'],
    [...only, '--full'],
  )) as [Ran, Ran, Ran, Ran]

  assert.equal([screen.code, quiet.code, summary.code, full.code], [0, 0, 0, 0])
  assert.ok(screen.report.traffic.requests < 150, String(screen.report.traffic.requests))
  assert.match(screen.lines.join('\n'), /What --only selects passed/)
  assert.equal(quiet.lines, [''])
  assert.ok(summary.lines.length < 14, summary.lines.join('\n'))
  assert.match(full.lines.join('\n'), /Started .*, took/)
})

test('given a baseline that the kit wrote, then the run passes until something gets worse, and the baseline only gets shorter', async () => {
  const known = 'known.json'
  const has = { put: false, get: true }
  const now = (operation: string) =>
    (singles(operation) || (has.put && operation === 'PUT /v1/users/me')) &&
    (has.get || operation !== 'GET /v1/schedules/{id}/resources/{id}')
  const folder = newFolder()
  const server = await startPartialServer(now, 'flask')
  const target = ['--target', 'target.json', '--only', 'USER-*', '--only', 'RES-0*', '--summary']
  const go = (...args: string[]) => command(['conformance', 'run', ...target, ...args], {}, folder)
  const entries = async () =>
    JSON.parse(await readFile(join(folder, known), 'utf8')).known as { check: string }[]
  try {
    await writeFile(join(folder, 'target.json'), JSON.stringify(server.target))

    const first = await go('--baseline-write', known)
    const before = await entries()
    const second = await go('--baseline', known)
    has.put = true
    const third = await go('--baseline', known)
    const fourth = await go('--baseline-write', known)
    const after = await entries()
    has.get = false
    const fifth = await go('--baseline-write', known)

    assert.is(first.code, 1, first.err)
    assert.ok(before.length > 40, `${before.length} entries`)
    assert.is(second.code, 0, second.out + second.err)
    assert.is(third.code, 1, 'what passes now is still listed')
    assert.match(third.out, /passes now: remove it from the list/)
    assert.is(fourth.code, 0, fourth.out + fourth.err)
    assert.ok(after.length < before.length - 10, `${before.length}, then ${after.length}`)
    const listed = new Set(before.map(({ check }) => check))
    assert.equal(
      after.filter(({ check }) => !listed.has(check)),
      [],
    )
    assert.is(fifth.code, 1, 'an operation is gone')
    assert.match(fifth.out, /regressions, which the baseline does not list: /)
    assert.ok((await entries()).length <= after.length)
  } finally {
    await server.close()
  }
})

test('given --full and --quiet together, then they are refused', async () => {
  const { code, err } = await command(['conformance', 'run', 'http://127.0.0.1:9', '--full', '--quiet'])

  assert.is(code, 2)
  assert.match(err, '--full, --summary and --quiet cannot be combined.')
})

test.run()
