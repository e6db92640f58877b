import { variant } from './variant.js'

/** Choices about status codes and the form of responses (sections 1 and 7). */
export const answerVariants = [
  // Choices about HTTP.
  variant('in-pieces', 'sends answers in pieces, without a length', { manner: { pieces: true } }),
  variant('no-keep-alive', 'ends the connection after each answer', {
    manner: { closes: true },
    excludes: ['in-pieces'],
  }),
]
