import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { objects } from '../alter/responses.js'
import { type FaultOptions, fault } from '../faults/fault.js'
import { type Alter, all, stateful } from '../server/parts.js'
import { type CertifyServerOptions, certifyServer } from './certify-server.js'
import { judgeFault, judgeKnowNothing, judgeVariant } from './verdict.js'

const right: Alter = parts => parts
const withoutLimit = objects('user', ({ schedules_limit: _, ...rest }) => rest)
/** Rules whose checks only read: a run of them is fast. */
const quick: CertifyServerOptions = { only: ['LIMIT-01', 'USER-01', 'USER-02'] }

const problemsOf = async (options: Omit<FaultOptions, 'alter'>, alter: Alter) => {
  const one = fault('of-a-test', 'is there for a test', { ...options, alter })
  return judgeFault(one, await certifyServer([alter], quick)).problems
}

const limitBroken = { 'LIMIT-01': /schedules_limit/ }

test('given a fault that is caught as stated, then there is no problem', async () => {
  const problems = await problemsOf(
    { breaks: { ...limitBroken, 'USER-01': /schedules_limit/ } },
    withoutLimit,
  )

  assert.equal(problems, [])
})

test('given a fault that breaks nothing, then it survives', async () => {
  const problems = await problemsOf({ breaks: limitBroken }, right)

  assert.is(problems.length, 2)
  assert.match(problems[0] ?? '', 'it survives: LIMIT-01 should be failed, but is passed')
  assert.match(problems[1] ?? '', 'a strict run ends with the exit code 0')
})

test('given another reason than the stated one, then it is reported', async () => {
  const breaks = { 'LIMIT-01': /request_rate_limit/, 'USER-01': /./ }

  const problems = await problemsOf({ breaks }, withoutLimit)

  assert.is(problems.length, 1)
  assert.match(
    problems[0] ?? '',
    'LIMIT-01 speaks of something other than /request_rate_limit/: schedules_limit',
  )
})

test('given a fault that breaks more than it says, then that is reported, unless it touches the rule', async () => {
  const [untold, told] = await Promise.all([
    problemsOf({ breaks: limitBroken }, withoutLimit),
    problemsOf({ breaks: limitBroken, touches: ['USER-*'] }, withoutLimit),
  ])

  assert.is(untold.length, 1)
  assert.match(untold[0] ?? '', 'USER-01 is failed too')
  assert.equal(told, [])
})

test('given a finding of the record, then it is expected only if the fault names a rule of its area', async () => {
  const untoldOf = async (touches: readonly string[]) => {
    const one = fault('of-a-test', 'is there for a test', {
      breaks: limitBroken,
      touches,
      alter: withoutLimit,
    })
    const outcome = await certifyServer([withoutLimit], { only: ['LIMIT-01', 'USER-01.answers'] })
    return judgeFault(one, outcome).untold
  }

  assert.equal(await untoldOf([]), ['USER-01'])
  assert.equal(await untoldOf(['USER-02']), [])
})

test('given a rule that does not exist, then it is reported', async () => {
  const problems = await problemsOf(
    { breaks: { ...limitBroken, 'LIMIT-99': /./ }, touches: ['*'] },
    withoutLimit,
  )

  assert.equal(problems, ['LIMIT-99 was not checked: is there such a rule or check?'])
})

test('given a fault that is declared as missed, then it has to be missed', async () => {
  const missed = 'for a test'

  const [still, caught] = await Promise.all([
    problemsOf({ breaks: limitBroken, missed }, right),
    problemsOf({ breaks: limitBroken, missed, touches: ['USER-01'] }, withoutLimit),
  ])

  assert.equal(still, [])
  assert.equal(caught, ['it is caught now: take `missed` away'])
})

test('given a server that refuses every login, then the verdict says that nothing was certified', async () => {
  const closed: Alter = parts => ({
    ...parts,
    middleware: [async () => ({ status: 401, headers: {}, body: '{"success":false}' })],
  })

  const problems = await problemsOf({ breaks: limitBroken }, closed)

  assert.is(problems.length, 1)
  assert.match(
    problems[0] ?? '',
    "it cannot be certified at all: The owner, owner@example.test, can't log in",
  )
})

test('given a variant that a check fails, then it is accused', async () => {
  const outcome = await certifyServer([withoutLimit], quick)

  const { problems } = judgeVariant({ id: 'of-a-test', warns: ['*'], skips: ['*'] }, outcome)

  assert.is(problems[0], 'its verdict is not conformant')
  assert.match(problems.join('\n'), 'LIMIT-01 is failed')
  assert.match(problems.join('\n'), 'USER-01 is failed')
})

test('given alterations with state, then each server has its own, and the first alteration is the innermost', async () => {
  let servers = 0
  const counted = stateful(() => {
    servers++
    let reads = 0
    return objects('user', object => ({ ...object, schedules_limit: ++reads > 0 ? undefined : 1 }))
  })
  const mended = objects('user', object => ({ ...object, schedules_limit: 7 }))

  const outcomes = await Promise.all([
    certifyServer([all(counted, mended)], quick),
    certifyServer([all(mended, counted)], quick),
  ])

  const verdicts = outcomes.map(outcome =>
    'report' in outcome ? outcome.report.checks.find(({ id }) => id === 'LIMIT-01')?.outcome : undefined,
  )
  assert.equal(verdicts, ['passed', 'failed'])
  assert.is(servers, 2)
})

test('given a server that knows nothing, then the verdict says what is verified on it, and whether certification began', async () => {
  const server = { id: 'of-a-test', title: 'is there for a test', alter: right }

  const { problems, luck } = judgeKnowNothing(server, await certifyServer([right], quick))
  const refusing = judgeKnowNothing(server, { unreachable: "The owner, owner@example.test, can't log in" })
  const unimplemented = judgeKnowNothing(server, { unreachable: 'It implements nothing' })

  assert.is(problems[0], 'its verdict is incomplete')
  assert.match(problems[1] ?? '', /^verified by luck: .*USER-01/)
  assert.ok((luck?.verified ?? 0) > 0)
  assert.equal(refusing.problems, [])
  assert.is(refusing.luck?.verified, 0)
  assert.match(unimplemented.problems[0] ?? '', 'It implements nothing')
})

test.run()
