import type { Journal } from './journal.js'
import { asEntity } from './library.js'
import type { Entities } from './models.js'
import { checkSnapshot } from './snapshot-check.js'
import type { TableState } from './table.js'
import type { TableRow, Tables } from './tables.js'

/** All rows of a store at one moment: it stays good however often it is restored, and can be written as JSON. */
export interface Snapshot {
  toJSON(): SnapshotData
}

/** What a snapshot is as JSON: of each kind the entities and the last number that was given. */
export type SnapshotData = {
  [Name in keyof Entities]: { entities: Entities[Name][]; last: number }
}

type Name = keyof Entities
type States = { [Each in Name]: TableState<Entities[Each], TableRow<Each>['kept']> }

/** Takes and restores snapshots; what is restored quickest is one of the same store. */
export function createSnapshots(tables: Tables, journal: Journal) {
  const names = Object.keys(tables) as Name[]
  const own = new WeakMap<Snapshot, States>()

  const ofEach = <Result>(work: (name: Name) => unknown) =>
    Object.fromEntries(names.map(name => [name, work(name)])) as Result

  function read(data: SnapshotData): States {
    return ofEach(name => {
      const { entities, last } = data[name]
      const marked = entities.map(entity => asEntity(name, entity as never))
      return tables[name].stateOf(marked as never, last)
    })
  }

  return {
    snapshot(): Snapshot {
      if (journal.open) {
        throw new Error('Failed to take a snapshot: a write is under way. Await every answer before.')
      }
      const states = ofEach<States>(name => tables[name].state())
      const snapshot: Snapshot = {
        toJSON: () =>
          ofEach(name => {
            const { rows, last } = states[name]
            const inOrder = [...rows.values()].sort((one, other) => one.order - other.order)
            return { entities: inOrder.map(({ entity }) => entity), last }
          }),
      }
      own.set(snapshot, states)
      return snapshot
    },

    restore(snapshot: Snapshot | SnapshotData): void {
      const states = own.get(snapshot as Snapshot) ?? read(checkSnapshot(dataOf(snapshot)))
      journal.abandon()
      for (const name of names) tables[name].restore(states[name] as never)
    },
  }
}

/** The data of a snapshot of another store, or what was JSON. */
const dataOf = (snapshot: Snapshot | SnapshotData | undefined): unknown =>
  (snapshot as Snapshot | undefined)?.toJSON?.() ?? snapshot
