import { refusal } from '../alter/responses.js'
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
  variant('in-pieces', 'sends answers in pieces, without a length', { manner: { pieces: true } }),
  variant('no-keep-alive', 'ends the connection after each answer', {
    manner: { closes: true },
    excludes: ['in-pieces'],
  }),
]
