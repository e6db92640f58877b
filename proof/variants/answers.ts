import { setTimeout as sleep } from 'node:timers/promises'
import { intercept, refusal } from '../alter/responses.js'
import { stateful } from '../server/parts.js'
import { variant } from './variant.js'

/** Choices about status codes and the form of responses (sections 1 and 7). */
export const answerVariants = [
  variant('refusals-with-200', 'answers refusals with the status 200', {
    warns: ['ENV-14.refusal'],
    alter: refusal('everything', () => ({ status: 200 })),
  }),
  variant('refusals-as-text', 'refuses in plain words', {
    warns: ['ENV-04', 'ENV-14.media-type'],
    alter: refusal('everything', () => ({ body: 'No.', headers: { 'content-type': 'text/plain' } })),
  }),
  // Choices about HTTP.
  variant('slow', 'takes some milliseconds for each answer', {
    alter: intercept('everything', async (_, usual) => {
      const answer = await usual()
      await sleep(3)
      return answer
    }),
  }),
  variant('out-of-order', 'answers requests in another order than that in which they came', {
    excludes: ['slow'],
    alter: stateful(() => {
      let turn = 0
      return intercept('everything', async (_, usual) => {
        turn = (turn * 7 + 3) % 5
        if (turn > 1) await sleep(turn)
        return usual()
      })
    }),
  }),
  variant('in-pieces', 'sends answers in pieces, without a length', { manner: { pieces: true } }),
  variant('no-keep-alive', 'ends the connection after each answer', {
    manner: { closes: true },
    excludes: ['in-pieces'],
  }),
]
