import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Script } from 'node:vm'

type Subject = typeof import('./subject.js')

/** What Stryker's code asks which mutant is on, and tells which it passed. */
export interface Switchboard {
  activeMutant?: string | undefined
  /** Whom what is passed now is put down to; to the start of the modules where it is undefined. */
  currentTestId?: string | undefined
  mutantCoverage?: {
    readonly static: Readonly<Record<string, number>>
    readonly perTest: Readonly<Record<string, Readonly<Record<string, number>>>>
  }
}

/** A copy of the subject of its own, with a switchboard of its own. */
export interface Copy {
  readonly subject: Subject
  readonly switchboard: Switchboard
}

/**
 * Prepares copies of the subject: each starts all its modules anew, so that a mutant of what runs at their start, such as a
 * schema, is tried like any other, and nothing remembered passes from one mutant to the next.
 */
export function createCopies(root: string, code: string): (mutant?: string) => Copy {
  const require = createRequire(join(root, 'package.json'))
  const script = new Script(`(function (module, exports, require) {${code}\n})`, { filename: 'subject.cjs' })
  return mutant => {
    const switchboard: Switchboard = { activeMutant: mutant }
    Object.assign(globalThis, { __stryker__: switchboard })
    const module = { exports: {} }
    script.runInThisContext()(module, module.exports, require)
    return { subject: module.exports as Subject, switchboard }
  }
}
