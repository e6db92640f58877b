import { version } from '../../server/index.js'
import { instantOf } from '../fixtures/instant.js'
import { controlNotes, dataNote } from '../notes.js'
import { runService } from '../run-service.js'
import { latencyOf } from './latency.js'
import type { MockOptions } from './mock-options.js'

/** Starts a mock as the options of `schedkit mock` say, tells where it is, and stops it on a signal. */
export async function runMock(options: MockOptions): Promise<void> {
  const { serveMock } = await loadMock()
  const { auth, challenge, collaboratorIds, profileCompleted } = options
  const latency = options.latency === undefined ? undefined : latencyOf(options.latency)
  const now = options.now === undefined ? undefined : instantOf(options.now)
  return runService(options, {
    ...(now !== undefined && { now }),
    start: given =>
      serveMock({
        ...given,
        version,
        challenge,
        variety: { collaborator_id: collaboratorIds, profile_completed: profileCompleted },
        ...(auth !== undefined && { auth: auth as `as:${string}` }),
        ...(latency !== undefined && { latency }),
        ...(now !== undefined && { now }),
      }),
    title: url => `mocks the service at ${url}`,
    notes: (url, controlToken) => [
      'This is the mock: the same rules as the server, with rows in memory and passwords that are not hashed.',
      'Tests in JavaScript need no port: startMock of schedkit/mock/node answers within their process.',
      'Nor do pages: startMock of schedkit/mock/browser, once npx schedkit mock --init public was run.',
      ...(auth === undefined ? [] : [`Requests without credentials count as those of ${auth.slice(3)}.`]),
      ...(latency === undefined ? [] : [`Answers wait ${[latency].flat().join(' to ')} ms.`]),
      ...(now === undefined ? [] : [`The clock stands at ${new Date(now).toISOString()}.`]),
      'E-mails stay in the outbox and are shown here as they come.',
      ...controlNotes(url, controlToken),
      dataNote(options.seed),
      'Ctrl-C stops the mock.',
    ],
  })
}

/** Loads the mock, which needs a package that a project adds by itself. */
async function loadMock(): Promise<typeof import('../../mock/serve/index.js')> {
  try {
    return await import('../../mock/serve/index.js')
  } catch (error) {
    if (!isMissing(error, 'msw')) throw error
    throw new Error(
      'Failed to start the mock: the package msw, on which it is built, is not installed. Add it: npm install --save-dev msw',
    )
  }
}

const isMissing = (error: unknown, name: string) =>
  (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND' &&
  (error as Error).message.includes(`'${name}'`)
