import type { Ledger } from './ledger.js'

/** An object that the run created: the list it was posted to, and its id. */
export interface Belonging {
  readonly list: string
  readonly id: number | string
}

/** What a check, or the run, has created and must delete; every change is in the ledger first. */
export interface Estate {
  /** A create is about to be sent. */
  intend(list: string): void
  add(list: string, id: number | string): void
  /** An object was deleted, as far as the target says. */
  removed(path: string): void
  /** In the order of deletion: bookings, resources, collaborators; the newest first. */
  list(): readonly Belonging[]
}

const order = ['/bookings', '/resources', '/collaborators']
const rank = ({ list }: Belonging) => order.findIndex(end => list.endsWith(end))

export function createEstate(ledger: Pick<Ledger, 'write'>): Estate {
  const belongings = new Map<string, Belonging>()
  return {
    intend: list => ledger.write({ type: 'creating', list }),
    add(list, id) {
      ledger.write({ type: 'created', list, id })
      belongings.set(`${list}/${id}`, { list, id })
    },
    removed(path) {
      if (belongings.delete(path)) ledger.write({ type: 'deleted', path })
    },
    list: () => [...belongings.values()].reverse().sort((a, b) => rank(a) - rank(b)),
  }
}
