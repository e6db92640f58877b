import { operationOf } from './operations.js'
import { Blocked } from './outcomes.js'
import { deleteRule } from './paths.js'

/** Whether a target deletes what it is asked to delete, so that a run does not fill one that doesn't. */
export interface Deletions {
  /** An object of this list is gone after its DELETE was accepted, as a read has shown. */
  worked(list: string): void
  /** An object is still there, although its DELETE was sent. */
  failed(list: string, path: string): void
  /** Whether a DELETE of such objects has worked once. */
  areProven(list: string): boolean
  /** Throws `Blocked` if several deletions of this kind of object failed and none succeeded. */
  assertWorking(list: string): void
}

/** Objects of a kind are no longer created, since they can't be deleted. */
export class Undeletable extends Blocked {
  /** The operation that does not work. */
  readonly operation: string | undefined

  constructor(list: string, why: string) {
    super(deleteRule(list), { message: `DELETE does not work: ${why}`, replies: [] })
    this.operation = operationOf('DELETE', `${list}/1`)
  }
}

/** Rules about deletions: their checks create what they need even where nothing else is created any more. */
const rulesOfDeletion = ['RES-42', 'RES-43', 'BKG-37', 'COL-21', 'COL-23']

/** Whether a check may create objects on a target that deletes none. */
export const judgesDeletions = ({ id }: { id: string }) =>
  rulesOfDeletion.some(rule => id === rule || id.startsWith(`${rule}.`))

/** Objects of each kind that may stay behind before no more are created. */
const mostLeft = 5

const kindOf = (list: string) => list.slice(list.lastIndexOf('/') + 1)

export function createDeletions(): Deletions {
  const proven = new Set<string>()
  const left = new Map<string, Set<string>>()
  return {
    worked: list => void proven.add(kindOf(list)),
    failed(list, path) {
      const kind = kindOf(list)
      left.set(kind, (left.get(kind) ?? new Set()).add(path))
    },
    areProven: list => proven.has(kindOf(list)),
    assertWorking(list) {
      const kind = kindOf(list)
      const { size = 0 } = left.get(kind) ?? {}
      if (size < mostLeft || proven.has(kind)) return
      throw new Undeletable(list, `${size} ${kind} of this run are left behind, so no more are created`)
    },
  }
}
