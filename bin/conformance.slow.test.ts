import { exec } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import * as assert from 'uvu/assert'
import { rules } from '../conformance/index.js'
import { command } from './testing/command.js'
import { conformanceSuite, password } from './testing/conformance-suite.js'
import { program } from './testing/schedkit-process.js'

const test = conformanceSuite('schedkit conformance')

const run = (...args: string[]) => command(['conformance', ...args], { PASSWORD: password }, tmpdir())

test('given a target file, when an area is run, then it reports what passed, and that the rest was not selected', async ({
  target,
}) => {
  const { code, out, err } = await run('run', '--target', target, '--only', 'UNIQ-0*')

  assert.is(code, 3, err)
  assert.match(out, /UNIQ .*Unique resource names/)
  assert.match(out, /INCOMPLETE/)
  assert.match(out, /not selected/)
  assert.not.match(out + err, new RegExp(password))
  assert.not.match(out, /\u001b/)
})

test('given only an owner and a schedule, then it says what is skipped and how to include it', async ({
  server,
}) => {
  const options = ['--owner', 'owner@example.test:$PASSWORD', '--schedule', 'first', '--only', 'BULK-0*']

  const { code, out, err } = await run('run', server.url, ...options)

  assert.is(code, 3, err)
  assert.match(out, /--allow guard/)
  assert.match(out, /skipped/)
})

test('given a reports option for every format, then each file is written', async ({ target, folder }) => {
  const formats = ['json', 'junit', 'tap', 'html', 'markdown', 'badge', 'text', 'sarif', 'har', 'github']
  const files = formats.map(format => join(folder, `report.${format}`))
  const options = formats.flatMap((format, index) => ['--report', `${format}=${files[index]}`])

  const { code, err } = await run('run', '--target', target, '--only', 'AUTH-01', ...options)

  assert.is(code, 0, err)
  for (const file of files) {
    const text = await readFile(file, 'utf8')
    assert.ok(text.length > 100, file)
    assert.not.ok(text.includes(password), file)
  }
})

test('given --quick, then it sends few requests, and says which share of the known faults it catches', async ({
  target,
}) => {
  const { code, out, err } = await run('run', '--target', target, '--quick', '--report', 'json=-')

  assert.is(code, 0, err)
  const { verdict, traffic, budget } = JSON.parse(out)
  assert.is(verdict, 'incomplete')
  assert.ok(traffic.requests <= 400 && budget.caught > 0, `${traffic.requests} requests`)
  assert.match(err, /About \d+ % of the \d,\d{3} known faults are caught within 400 requests\./)
})

test('given the report of an incomplete run without failures, when its failures are repeated, then there are none, and the exit code is 3', async ({
  target,
  folder,
}) => {
  const [whole, early] = [join(folder, 'whole.json'), join(folder, 'early.json')]
  await run('run', '--target', target, '--only', 'AUTH-01', '--report', `json=${whole}`)
  const report = JSON.parse(await readFile(whole, 'utf8'))
  await writeFile(early, JSON.stringify({ ...report, counts: { ...report.counts, notStarted: 7 } }))

  const shown = await run('run', '--target', target, '--failed-of', early, '--report', 'json=-')
  const quiet = await run('run', '--target', target, '--failed-of', early, '--quiet')

  assert.equal([shown.code, shown.out], [3, ''])
  assert.match(
    shown.err.replace(/\s+/g, ' '),
    /nothing to repeat\. That run was not complete: 7 of its checks had not started\. Use --continue/,
  )
  assert.equal([quiet.code, quiet.out], [3, ''])
})

test('given a baseline that cannot be written, then the run does not begin', async ({ target }) => {
  const { code, err } = await run('run', '--target', target, '--baseline-write', 'nowhere/known.json')

  assert.is(code, 2)
  assert.match(err, /The baseline nowhere\/known\.json can't be written: its folder does not exist/)
})

test('given the report of a run, when it is continued or its failures are repeated, then only these checks run', async ({
  target,
  folder,
}) => {
  const [first, second] = [join(folder, 'first.json'), join(folder, 'second.json')]
  await run('run', '--target', target, '--only', 'AUTH-01', '--report', `json=${first}`)

  const rest = ['--only', 'AUTH-*', '--report', `json=${second}`]
  const continued = await run('run', '--target', target, '--continue', first, ...rest)
  const repeated = await run('run', '--target', target, '--failed-of', first)
  const both = await run('run', '--target', target, '--failed-of', first, '--continue', first)

  assert.match(continued.out, /Made of 2 parts/)
  const { checks, parts } = JSON.parse(await readFile(second, 'utf8'))
  assert.ok(checks.length > 1 && parts.length === 2)
  assert.equal([repeated.code, both.code], [0, 2])
  assert.match(repeated.out, /there is nothing to repeat/)
  assert.match(both.err, /--continue and --failed-of cannot be combined/)
})

for (const [options, message] of [
  [['--quick', '--max-requests', '900'], /--quick and --max-requests cannot be combined/],
  [['--max-requests', '99'], /--max-requests must be a whole number from 100 to 1000000, not 99/],
  [['--budget', 'soon'], /must be from 1 s to 720 h, such as 90s, 20m or 2h, not "soon"/],
] as const) {
  test(`given ${options.join(' ')}, then it is refused before the run`, async ({ target }) => {
    const { code, err } = await run('run', '--target', target, ...options)

    assert.is(code, 2)
    assert.match(err, message)
  })
}

test('given a report on standard output, then the output is only JSON', async ({ target }) => {
  const { out, err } = await run('run', '--target', target, '--only', 'AUTH-01', '--report', 'json=-')

  assert.is(JSON.parse(out).schema, 'schedkit-conformance/1')
  assert.match(err, /INCOMPLETE/)
})

test('given a json report, when a check is replayed, then it runs again with the same seed', async ({
  target,
  folder,
}) => {
  const file = join(folder, 'seeded.json')
  await run('run', '--target', target, '--only', 'UNIQ-02', '--seed', '77', '--report', `json=${file}`)

  const { code, out, err } = await run('replay', file, 'UNIQ-02', '--target', target)

  assert.is(code, 0, err)
  assert.match(out, /UNIQ-02: passed then, passed now/)
  assert.match(out, /--seed 77/)
})

test('given a broken invariant, when it is replayed, then the checks in which it was found run', async ({
  target,
  folder,
}) => {
  const file = join(folder, 'seen.json')
  const select = ['--only', 'USER-02.answers', 'USER-02.changed', '--report', `json=${file}`]
  await run('run', '--target', target, ...select)
  const report = JSON.parse(await readFile(file, 'utf8'))
  const replay = () => run('replay', file, 'USER-02.answers', '--target', target)

  const unnamed = await replay()
  const invariant = report.checks.find(({ id }: { id: string }) => id === 'USER-02.answers')
  invariant.outcome = 'failed'
  invariant.evidence = [{ kind: 'failure', message: 'it is wrong (seen in USER-02.changed)', exchanges: [] }]
  await writeFile(file, JSON.stringify(report))
  const named = await replay()

  assert.is(unnamed.code, 3)
  assert.match(unnamed.err, "USER-02.answers can't be repeated: ")
  assert.is(named.code, 0, named.err)
  assert.match(named.out, 'USER-02.answers: failed then, passed now')
})

test('given a json report with a failure, when it is exported, then its requests are written as an .http file', async ({
  target,
  folder,
  server,
}) => {
  const file = join(folder, 'failed.json')
  await run('run', '--target', target, '--only', 'UNIQ-02', '--report', `json=${file}`)
  const report = JSON.parse(await readFile(file, 'utf8'))
  const none = await run('export', file, 'UNIQ-02')
  const http = `@BASE = ${server.url}\n\n###\nGET {{BASE}}/v1/users/me\n`
  report.checks[0].evidence = [{ kind: 'failure', message: 'it is wrong', exchanges: [], http }]
  await writeFile(file, JSON.stringify(report))

  const { code, out, err } = await run('export', file, 'UNIQ-02')

  assert.is(code, 0, err)
  assert.match(out, /^# UNIQ-02: .*\n# it is wrong\n\n@BASE/)
  assert.ok(out.endsWith(http))
  const cobol = await run('export', file, 'UNIQ-02', '--as', 'cobol')
  const go = await run('export', file, 'UNIQ-02', '--as', 'go')

  assert.equal([cobol.code, go.code, go.out], [2, 2, ''])
  assert.match(
    cobol.err,
    '--as "cobol" is not a framework that tests can be written for. Use pytest, go, phpunit.',
  )
  assert.match(
    go.err,
    'The failure of UNIQ-02 cannot be exported as a test: it takes more than one answer to see',
  )
  assert.is(none.code, 2)
  assert.match(none.err, /"UNIQ-02" has no failure with requests in .*: UNIQ-02 passed/)
})

test('given two reports, when they are compared, then it says that nothing got worse', async ({
  target,
  folder,
}) => {
  const [one, two] = [join(folder, 'one.json'), join(folder, 'two.json')]
  await run('run', '--target', target, '--only', 'UNIQ-02', '--report', `json=${one}`)
  await run('run', '--target', target, '--only', 'UNIQ-02', '--report', `json=${two}`)

  const { code, out } = await run('compare', one, two)

  assert.is(code, 0)
  assert.match(out, /unchanged/i)
})

test('given a baseline with a rule that passes, then the run fails and says to remove it', async ({
  target,
  folder,
}) => {
  const file = join(folder, 'known.json')
  await writeFile(file, JSON.stringify({ known: [{ rule: 'UNIQ-02', reason: 'once' }] }))

  const { code, out } = await run('run', '--target', target, '--only', 'UNIQ-02', '--baseline', file)

  assert.is(code, 1)
  assert.match(out, /UNIQ-02 passes now/)
})

const wrong: [what: string, args: string[], message: RegExp][] = [
  ['no target', ['run'], /Name the target/],
  [
    'a target file that is not there',
    ['run', '--target', 'nowhere.json'],
    /Failed to read the target file nowhere\.json: it does not exist\. Check the path\.\n/,
  ],
  ['two sources', ['run', '--target', 'a', '--setup', 'b'], /cannot be combined/],
  [
    'a control address without its token',
    ['run', '--control', 'http://127.0.0.1:1'],
    /needs --control-token/,
  ],
  ['an owner without a password', ['run', 'http://127.0.0.1:1', '--owner', 'ada'], /must be EMAIL:PASSWORD/],
  [
    'a variable that is not set',
    ['run', 'http://127.0.0.1:1', '--owner', 'ada@x.test:$NOWHERE'],
    /NOWHERE, which is not set/,
  ],
  [
    'no schedule',
    ['run', 'http://127.0.0.1:1', '--owner', 'a@x.test:b'],
    /schedules: is missing\. Give --schedule ID/,
  ],
  ['one report to compare', ['compare', 'one.json'], /^Missing: AFTER \(given: 1, needed: 2\)\.$/m],
  [
    'a folder to compare',
    ['compare', '.', 'two.json'],
    /^Failed to read the report \.: it is a directory\. Name a file in it\.$/m,
  ],
  [
    'a file to compare that is no report',
    ['compare', resolve('package.json'), 'two.json'],
    /^Failed to read the report \S+package\.json: it has no "schema" field/m,
  ],
  ['no report to compare', ['compare'], /^Missing: BEFORE and AFTER \(given: 0, needed: 2\)\.$/m],
  ['an unknown format', ['run', 'http://127.0.0.1:1', '--report', 'pdf=x'], /no format "pdf"/],
  ['a report in no folder', ['run', 'http://127.0.0.1:1', '--report', 'json=no/such/x'], /can't be written/],
  ['a rule that there is not', ['run', '--only', 'UNIQ-02', 'RES-5'], /"RES-5"\. Did you mean RES-05\?/],
  ['an area to leave out', ['run', '--skip', 'filt'], /--skip "filt"\. All of this area are "FILT-\*"\./],
  ['patterns with a comma', ['run', '--only', 'RES-05,UNIQ-02'], /spaces.*: --only RES-05 UNIQ-02$/m],
  [
    'no such check of a rule',
    ['run', '--only', 'RES-05.craete'],
    /RES-05 has RES-05\.create, RES-05\.update/,
  ],
  ['a pattern for nothing', ['run', '--only', 'NOPE-*'], /"NOPE-\*"\. Run "npx schedkit conformance list"/],
  ['no jobs', ['run', 'http://127.0.0.1:1', '--jobs', '0'], /--jobs must be a whole number/],
  ['an unknown risk', ['run', 'http://127.0.0.1:1', '--allow', 'everything'], /Choices/],
  [
    'plain http beyond the machine',
    ['run', 'http://192.0.2.1', '--owner', 'a@x.test:b', '--schedule', 's'],
    /plain http/,
  ],
  ['an area', ['explain', 'FILT'], /is an area.*list --only "FILT-\*"/],
  ['a pattern for nothing', ['list', '--only', 'UNIQ-02', '--only', 'FILT'], /are "FILT-\*"/],
  ['an unknown check', ['explain', 'FILT-05.nope'], /no check "FILT-05\.nope"\. FILT-05 has FILT-05\./],
  ['a mistyped check', ['explain', 'res-05.craete'], /RES-05 has RES-05\.create, /],
  ['an unknown rule', ['explain', 'RES-5'], /Did you mean:\n {2}RES-05/],
  [
    'a ledger that is not there',
    ['cleanup', 'none.jsonl', 'http://127.0.0.1:1', '--owner', 'a@x.test:b', '--schedule', 's'],
    /no ledger/,
  ],
  ['nothing to explore', ['explore'], /Name the target/],
  [
    'an exploration without steps',
    ['explore', 'http://127.0.0.1:1', '--steps', '0'],
    /--steps must be a whole number/,
  ],
  ['a walk that is none', ['explore', 'http://127.0.0.1:1', '--replay', '7'], /must be SEED\/WALK\/PATH/],
  [
    'a format that explorations do not have',
    ['explore', 'http://127.0.0.1:1', '--report', 'junit=x.xml'],
    /no format "junit"\. Use one of json, text/,
  ],
  ['an unknown command', ['rnu'], /^Unknown command: rnu\. Did you mean run\?\n/],
]
for (const [what, args, message] of wrong) {
  test(`given ${what}, then it ends with 2 and says what to do`, async () => {
    const { code, out, err } = await run(...args)

    assert.is(code, 2, err)
    assert.match(err, message)
    assert.is(out, '')
  })
}

test('given a ledger of another machine, when it is cleaned up, then its requests are shown, and sent only when it is trusted', async ({
  target,
  folder,
  server,
}) => {
  const list = '/v1/schedules/first/resources'
  const at = `${server.url}${list}`
  const headers = { authorization: `Basic ${btoa(`owner@example.test:${password}`)}` }
  const answer = await fetch(at, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'sk0a1b2c0000000-1' }),
  })
  const [{ id }] = ((await answer.json()) as { data: [{ id: number }] }).data
  const ledger = join(folder, 'ledger.jsonl')
  const began = { type: 'run', nonce: 'sk0a1b2c', baseUrl: server.url, owner: 'owner@example.test' }
  const lines = [
    { ...began, schedules: ['first'], started: '2026-01-01T00:00:00Z' },
    { type: 'created', list, id },
  ]
  await writeFile(ledger, lines.map(line => `${JSON.stringify(line)}\n`).join(''))

  const shown = await run('cleanup', ledger, '--target', target)
  const between = await fetch(`${at}/${id}`, { headers })
  const trusted = await run('cleanup', ledger, '--target', target, '--trust-ledger')

  assert.is(shown.code, 2)
  assert.match(shown.out, `  DELETE ${list}/${id}; GET`)
  assert.match(shown.err, /not signed with the key of this machine.*Nothing was sent.*add --trust-ledger\.$/m)
  assert.is(between.status, 200)
  assert.is(trusted.code, 0, trusted.err)
  assert.match(trusted.out, `  DELETE ${list}/${id}; GET`)
  assert.match(trusted.out, /^1 object deleted\.$/m)
  assert.is((await fetch(`${at}/${id}`, { headers })).status, 404)
})

if (existsSync('/dev/full'))
  test('given a full disk, when reports are written, then the others exist, and it exits with 4', async ({
    target,
    folder,
  }) => {
    const html = join(folder, 'report.html')
    const reports = ['--report', 'json=/dev/full', '--report', `html=${html}`]

    const { code, err } = await run('run', '--target', target, '--only', 'AUTH-01', ...reports)

    assert.is(code, 4)
    assert.match(err, /^The report \/dev\/full can't be written: .*no space left/m)
    assert.not.match(err, /Internal error/)
    assert.ok(existsSync(html))
  })

test('given an unreachable target, then it exits with 4 and asks whether the server is running', async () => {
  const options = ['--owner', 'ada@example.test:secret-word', '--schedule', 'lab']

  const { code, err } = await run('run', 'http://127.0.0.1:1', ...options)

  assert.is(code, 4)
  assert.match(err, /Failed to reach http:\/\/127\.0\.0\.1:1.*Is the server running\?/)
})

test('given wrong credentials of the owner, then it exits with 4 and names them', async ({ server }) => {
  const { code, err } = await run(
    'run',
    server.url,
    '--owner',
    'owner@example.test:not-this',
    '--schedule',
    'first',
  )

  assert.is(code, 4)
  assert.match(err, /The owner, owner@example\.test, can't log in/)
})

test('when a rule is explained, then its level, section and checks are shown', async () => {
  const { code, out } = await run('explain', 'bulk-06')

  assert.is(code, 0)
  assert.match(out, /^BULK-06 /)
  assert.match(out, /level +must/)
  assert.match(out, /section +\/.*\/docs\/interface\.md#section-4\n +\/.*#section-7\.2\n/)
  assert.match(out, /--allow\s+guard/)
  assert.match(out, /BULK-06\.resources/)
  assert.not.match(out, /basis/)
})

for (const [rule, basis] of [
  ['LIST-18', /level +should: .*\n.*\n +basis +It follows from the name first\./],
  ['LIMIT-05', /level +may: .*silent.*\n +basis +An upper bound is not shown/],
] as const) {
  test(`when ${rule} is explained, which the document does not state, then its basis is shown`, async () => {
    const { out } = await run('explain', rule)

    assert.match(out, basis)
  })
}

test('when a rule is explained that some checks test at another risk, then that risk is shown', async () => {
  const { out } = await run('explain', 'BULK-08')

  assert.match(out, /risk +own: /)
  assert.match(out, /guard: .*--allow\s+guard/s)
})

test('when rules are listed, then all are shown, and checks on demand', async () => {
  const { out: listed } = await run('list')
  const { out: checks } = await run('list', '--only', 'UNIQ-*', '--checks')

  assert.is(listed.match(/^[A-Z]+-\d\d /gm)?.length, rules.length)
  assert.match(checks, /^UNIQ-02 /m)
})

test('given a reader that stops early, then a command ends without an error', async () => {
  const command = `"${process.execPath}" "${program}" conformance list --checks | head -n 1`

  const { stdout, stderr } = await promisify(exec)(command, { env: { PATH: process.env.PATH } })

  assert.match(stdout, /^ENV/)
  assert.is(stderr, '')
})

test('when an example is written, then it is a target once its variables are set, and no file is overwritten', async ({
  folder,
}) => {
  const file = join(folder, 'example.json')

  const first = await run('init', file)
  const second = await run('init', file)

  assert.is(first.code, 0)
  assert.match(await readFile(file, 'utf8'), /\/\/ Three schedules/)
  assert.is(second.code, 2)
  assert.match(second.err, /exists already/)
})

test('given - as the file, when an example is written, then it goes to standard output', async () => {
  const { code, out } = await run('init', '-')

  assert.is(code, 0)
  assert.match(out, /\/\/ Three schedules/)
})

test('every command shows its help with examples that fit in 80 columns', async () => {
  for (const name of [
    'run',
    'list',
    'explain',
    'init',
    'compare',
    'replay',
    'export',
    'cleanup',
    'explore',
  ]) {
    const { code, out } = await run(name, '--help')
    assert.is(code, 0, name)

    const [, examples = ''] = out.split('Examples:\n')
    assert.match(examples, /^ {2}# .*\n {2}schedkit conformance /, name)
    for (const line of examples.split('\n')) assert.ok(line.length <= 78, `${name}: ${line}`)
  }
})

test('the help of cleanup has no options that create accounts', async () => {
  const { out } = await run('cleanup', '--help')

  assert.match(out, /--target/)
  assert.not.match(out, /--setup/)
})

test.run()
