import type { Ledger } from './ledger.js'

/** An object that the run created: the list it was posted to, and its id. */
export interface CreatedObject {
  readonly list: string
  readonly id: number | string
}

/** What a check, or the run, has created and must delete; every change is in the ledger first. */
export interface CleanupRegistry {
  /** A create is about to be sent. */
  intend(list: string): void
  add(list: string, id: number | string): void
  /** An object was deleted, as far as the target says. */
  removed(path: string): void
  /** In the order of deletion: bookings, resources, collaborators; the newest first. */
  list(): readonly CreatedObject[]
}

const order = ['/bookings', '/resources', '/collaborators']
const rank = ({ list }: CreatedObject) => order.findIndex(end => list.endsWith(end))

export function createCleanupRegistry(ledger: Pick<Ledger, 'write'>): CleanupRegistry {
  const objects = new Map<string, CreatedObject>()
  return {
    intend: list => ledger.write({ type: 'creating', list }),
    add(list, id) {
      ledger.write({ type: 'created', list, id })
      objects.set(`${list}/${id}`, { list, id })
    },
    removed(path) {
      if (objects.delete(path)) ledger.write({ type: 'deleted', path })
    },
    list: () => [...objects.values()].reverse().sort((a, b) => rank(a) - rank(b)),
  }
}
