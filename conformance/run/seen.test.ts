import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { checkReport } from '../testing/check-report.js'
import { seenIn, shownBy } from './seen.js'

const failed = (id: string, ...messages: string[]) =>
  checkReport(id, 'failed', {
    evidence: messages.map(message => ({ kind: 'failure', message, exchanges: [] })),
  })

test('given an invariant that is broken, then the checks in which it was seen show its findings again', () => {
  const found = ['BKG-06.same', 'BKG-27.note.bulk', 'BKG-06.same'].map(id => seenIn('it is wrong', id))

  assert.equal(shownBy(failed('FILT-12.answers', ...found)), [
    'FILT-12.answers',
    'BKG-06.same',
    'BKG-27.note.bulk',
  ])
})

test('given an invariant that was seen in no check, then all checks of its rule may show it', () => {
  assert.equal(shownBy(failed('FILT-12.answers', seenIn('it is wrong', 'clean-up'))), ['FILT-12'])
})

test('given a check that failed, then it shows its own finding', () => {
  assert.equal(shownBy(failed('RES-05.create', 'it is wrong')), ['RES-05.create'])
  assert.equal(shownBy(failed('FILT-12.answers', '(seen in $(rm) RES-05) so')), ['FILT-12.answers'])
})

test.run()
