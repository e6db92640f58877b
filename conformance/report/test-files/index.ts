import { oneLine } from '../../http/clean.js'
import type { CheckReport, Evidence } from '../../run/report.js'
import { goFile } from './go.js'
import { phpunitFile } from './phpunit.js'
import { pytestFile } from './pytest.js'
import { type FailingCase, stepsOf, variablesOf } from './steps.js'

const writers = { pytest: pytestFile, go: goFile, phpunit: phpunitFile } satisfies Record<
  string,
  (failure: FailingCase) => string
>

/** The frameworks that a failure can be exported to. */
export type TestFramework = keyof typeof writers
export const testFrameworks = Object.keys(writers) as TestFramework[]

/**
 * Exports a failure as a test of another framework, which needs neither the kit nor Node.js. Its evidence has requests as
 * the kit writes them (`isHttpFile`). Undefined if it takes several responses to see the failure.
 */
export function testFile(
  framework: TestFramework,
  { id, title }: Pick<CheckReport, 'id' | 'title'>,
  { message, http = '', expectation }: Evidence,
): string | undefined {
  const { steps, ...others } = stepsOf(http)
  const needed = expectation && steps.slice(0, steps.length - expectation.followedBy)
  const last = needed?.at(-1)
  if (!needed || !last) return undefined
  // A correct server may refuse the last request.
  const { creates: _, ...decisive } = last
  const senders = new Map(
    [...others.senders].filter(([name]) => needed.some(({ sender }) => sender === name)),
  )
  const variables = variablesOf(senders)
  const comments = [
    ...[`${id}: ${title}`, message].map(oneLine),
    ...(variables.length > 0 ? [`Set these environment variables: ${variables.join(', ')}.`] : []),
  ]
  const failure = {
    ...others,
    senders,
    id,
    comments,
    steps: [...needed.slice(0, -1), decisive],
    must: expectation.must,
  }
  return writers[framework](failure)
}
