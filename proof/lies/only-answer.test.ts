import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isAfterRefusal, isOnlyAnswer } from './only-answer.js'
import type { Recorded } from './recording.js'

const answered = (path: string, data: unknown): Recorded => ({
  ...{ check: 'RES-01', method: 'GET', path, query: '', authorization: undefined, body: undefined },
  ...{ began: 0, ended: 1, sentAt: 0, took: 1 },
  answer: { status: 200, headers: {}, text: JSON.stringify({ success: true, data }) },
})
const rooms = '/v1/schedules/first/resources'

test('given a value that one answer shows, then nothing can contradict it, unless another one shows it too', () => {
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

test('given a lie about something other than a member, then the reason does not apply', () => {
  const recorded = [answered(rooms, [{ name: 'Attic' }])]

  assert.not.ok(isOnlyAnswer(recorded, 0, 'total_count one more'))
  assert.not.ok(isOnlyAnswer(recorded, 0, 'change name of data[0]'))
})

test('given an update that was refused, then a value is not known until an answer shows it', () => {
  const update = (path: string, began: number): Recorded => ({
    ...{ ...answered(path, undefined), method: 'PUT', body: '{"note":null}', began, ended: began + 1 },
    answer: { status: 422, headers: {}, text: '{"success":false}' },
  })
  const read = (began: number) => ({
    ...answered(`${rooms}/7`, { id: 7, name: 'Attic', note: '' }),
    began,
    ended: began + 1,
  })
  const isAfter = (...recorded: Recorded[]) =>
    isAfterRefusal(
      recorded,
      recorded.findIndex(({ began }) => began === 10),
      'change note of data',
    )

  assert.ok(isAfter(read(1), update(`${rooms}/7`, 3), read(10)))
  assert.ok(isAfter(update(rooms, 3), read(10)))
  assert.not.ok(isAfter(update(`${rooms}/6`, 3), read(10)))
  assert.not.ok(isAfter(read(10), update(`${rooms}/7`, 12)))
  assert.not.ok(isAfter(update(`${rooms}/7`, 3), read(10), read(12)))
})

test.run()
