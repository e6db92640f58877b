import { shown } from '../../server/core/index.js'
import { findProblems } from './contract.js'
import type { Entities } from './db.js'
import type { Journal } from './journal.js'
import { asEntity } from './library.js'
import { kinds, type ModelName } from './models.js'
import type { Key, TableState } from './table.js'
import type { Tables } from './tables.js'

/** All rows of a store at one moment. It can be restored any number of times, and written as JSON. */
export interface Snapshot {
  toJSON(): SnapshotData
}

/** A snapshot as JSON: the entities of each kind, and the last number used in an id. */
export type SnapshotData = {
  [Name in ModelName]: { entities: Entities[Name][]; last: number }
}

/** The rows of each snapshot; any store in this process can restore them. */
const own = new WeakMap<Snapshot, States>()

type States = { [Each in ModelName]: TableState<Entities[Each]> }

/** Takes and restores snapshots. */
export function createSnapshots(tables: Tables, journal: Journal) {
  const names = Object.keys(tables) as ModelName[]
  const ofEach = <Result>(work: (name: ModelName) => unknown) =>
    Object.fromEntries(names.map(name => [name, work(name)])) as Result

  function parseStates(data: SnapshotData): States {
    return ofEach(name => {
      const { entities, last } = data[name]
      const { key } = kinds[name]
      const marked = entities.map(entity => asEntity(name, entity as never) as Record<string, unknown>)
      return { entities: new Map(marked.map(entity => [entity[key] as Key, entity])), last }
    })
  }

  return {
    snapshot(): Snapshot {
      if (journal.isOpen) {
        throw new Error('Failed to take a snapshot: a write is in progress. Await every answer first.')
      }
      const states = ofEach<States>(name => tables[name].state())
      const snapshot: Snapshot = {
        toJSON: () =>
          ofEach(name => {
            const { entities, last } = states[name]
            return { entities: [...entities.values()], last }
          }),
      }
      own.set(snapshot, states)
      return snapshot
    },

    restore(snapshot: Snapshot | SnapshotData): void {
      const states = own.get(snapshot as Snapshot) ?? parseStates(checkSnapshot(readData(snapshot)))
      journal.abandon()
      for (const name of names) tables[name].restore(states[name] as never)
    },
  }
}

/** Returns the data of another store's snapshot or of parsed JSON. */
const readData = (snapshot: Snapshot | SnapshotData | undefined): unknown =>
  (snapshot as Snapshot | undefined)?.toJSON?.() ?? snapshot

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Checks the rows of an external snapshot; @throws an Error that gives the location of the problem */
function checkSnapshot(data: unknown): SnapshotData {
  if (!isObject(data)) throw notASnapshot(`its rows are ${shown(data)}`)
  const names = Object.keys(kinds) as ModelName[]
  const keys = Object.fromEntries(names.map(name => [name, checkEntities(name, data[name])]))
  const rows = data as SnapshotData
  for (const name of names) {
    for (const [index, entity] of rows[name].entities.entries()) {
      for (const [member, to] of Object.entries(kinds[name].references)) {
        const id = (entity as never as Record<string, Key | null>)[member] as Key | null
        if (id === null || keys[to]?.has(id)) continue
        throw notASnapshot(`in rows.${name}.entities[${index}] ${member} names no ${to}: ${shown(id)}`)
      }
    }
  }
  return rows
}

/** Checks the entities of one kind, and returns their keys. */
function checkEntities(name: ModelName, part: unknown): Set<Key> {
  if (!isObject(part) || !Array.isArray(part.entities) || !Number.isSafeInteger(part.last)) {
    throw notASnapshot(`rows.${name} must have entities, an array, and last, a number`)
  }
  const { key } = kinds[name]
  const keys = new Set<Key>()
  for (const [index, entity] of part.entities.entries()) {
    const place = `rows.${name}.entities[${index}]`
    if (!isObject(entity)) throw notASnapshot(`${place} is ${shown(entity)}`)
    const problems = findProblems(name, entity)
    if (problems.length > 0) throw notASnapshot(`in ${place} ${problems.join('; ')}`)
    const id = entity[key] as Key
    if (keys.has(id)) throw notASnapshot(`${place} has the same ${key} as another one, ${shown(id)}`)
    if (typeof id === 'number' && id > Number(part.last)) {
      throw notASnapshot(`rows.${name}.last is ${part.last}, and ${place} has the id ${id}`)
    }
    keys.add(id)
  }
  return keys
}

const notASnapshot = (problem: string) =>
  new Error(
    `Failed to restore: this is not a snapshot: ${problem}. Pass the result of mock.snapshot(), or its parsed JSON.`,
  )
