import { setTimeout as sleep } from 'node:timers/promises'
import { intercept, stateful } from '../alter/index.js'
import { variant } from './variant.js'

/** Where HTTP leaves a choice. */
export const transportVariants = [
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
