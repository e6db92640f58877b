import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { judgeVariant } from '../runner/verdict.js'
import { alarmsOf, honestRun } from './alarms.js'
import { type Lie, rareLies, recordedLiar } from './lies.js'
import { certifyAltered } from './recording.js'
import { judgeRecording } from './replay.js'

const recording = honestRun()

test('given a server that does not lie, then every check is passed and nothing is left, and judging every answer sends nothing', async () => {
  const run = await recording
  const { problems, seen } = judgeVariant({ id: 'right', warns: [], skips: [] }, run)

  assert.equal([problems, seen, await alarmsOf(run)], [[], [], []])
})

test('given lies in one answer each, then nearly all of them are noticed by the answers alone', async () => {
  const run = await recording
  const kinds = ['change', 'drop', 'null', 'old', 'other', 'missing', 'twice', 'count', 'link'] as const
  const lies = rareLies(run, { count: 25, seed: 1, kinds })

  const missed = lies.filter(lie => judgeRecording(run, recordedLiar(lie)).length === 0)

  assert.is(lies.length, 25)
  // The others are left to the checks of a run: `npm run lies` makes those runs.
  assert.ok(missed.length <= 2, missed.map(({ operation, kind }) => `${kind} of ${operation}`).join(', '))
})

test('given a member that is missing in every 50th list, then the run is not conformant', async () => {
  const lie: Lie = {
    ...{ operation: 'GET /v1/schedules/{scheduleId}/resources', kind: 'drop', choice: 0 },
    ...{ label: 'drop note of data', often: 'in every 50th answer' },
  }
  const liar = recordedLiar(lie)

  const { report } = await certifyAltered((request, answer) => liar(request, answer)?.answer ?? answer)

  assert.is(report.verdict, 'not conformant')
  const rule = report.checks.find(({ id }) => id === 'RES-01.answers')
  assert.is(rule?.outcome, 'failed')
  assert.match(rule?.evidence[0]?.message ?? '', /note of resource \d+ must be there \(seen in /)
})

test.run()
