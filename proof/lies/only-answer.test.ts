import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isOnlyAnswer } from './only-answer.js'
import type { Recorded } from './recording.js'

const answered = (path: string, data: unknown): Recorded => ({
  ...{ check: 'RES-01', turn: 0, method: 'GET', path, query: '', authorization: undefined, body: undefined },
  ...{ began: 0, ended: 1, sentAt: 0, took: 1 },
  answer: { status: 200, headers: {}, text: JSON.stringify({ success: true, data }) },
})
const rooms = '/v1/schedules/first/resources'

test('given a value that one answer shows, then nothing can contradict it, unless another one shows it, too', () => {
  const recorded = [
    answered(`${rooms}/7`, { id: 7, name: 'Attic', note: '' }),
    answered(rooms, [
      { id: 6, name: 'Cellar' },
      { id: 7, name: 'Attic' },
    ]),
    answered('/v1/schedules/second/resources/7', { id: 7, note: '' }),
  ]

  assert.ok(isOnlyAnswer(recorded, 0, 'change note of data'))
  assert.ok(isOnlyAnswer(recorded, 1, 'drop name of data[0]'))
  assert.not.ok(isOnlyAnswer(recorded, 0, 'name of data of another one'))
  assert.not.ok(isOnlyAnswer(recorded, 1, 'null for name of data[1]'))
})

test('given a lie about something else than a member, then it is not said', () => {
  const recorded = [answered(rooms, [{ name: 'Attic' }])]

  assert.not.ok(isOnlyAnswer(recorded, 0, 'total_count one more'))
  assert.not.ok(isOnlyAnswer(recorded, 0, 'change name of data[0]'))
})

test.run()
