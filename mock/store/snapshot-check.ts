import { shown } from '../../server/core/index.js'
import { problemsOf } from './contract.js'
import type { Entities } from './models.js'
import type { Key } from './row.js'
import type { SnapshotData } from './snapshot.js'

type Name = keyof Entities

/** Which member of a kind is its key, and which refer to another kind. */
const kinds: Record<Name, { key: string; refers: readonly (readonly [member: string, to: Name])[] }> = {
  user: { key: 'id', refers: [] },
  schedule: { key: 'id', refers: [['owner_id', 'user']] },
  resource: { key: 'id', refers: [['schedule_id', 'schedule']] },
  booking: {
    key: 'id',
    refers: [
      ['schedule_id', 'schedule'],
      ['resource_id', 'resource'],
    ],
  },
  collaborator: {
    key: 'id',
    refers: [
      ['schedule_id', 'schedule'],
      ['user_id', 'user'],
    ],
  },
  emailChange: { key: 'user_id', refers: [['user_id', 'user']] },
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The rows of a snapshot that was JSON; @throws an Error that names the place where it can be none. */
export function checkSnapshot(data: unknown): SnapshotData {
  if (!isObject(data)) throw wrong(`its rows are ${shown(data)}`)
  const keys = {} as Record<Name, Set<Key>>
  for (const [name, { key }] of Object.entries(kinds) as [Name, { key: string }][]) {
    const part = data[name]
    if (!isObject(part) || !Array.isArray(part.entities) || !Number.isSafeInteger(part.last)) {
      throw wrong(`rows.${name} must have entities, an array, and last, a number`)
    }
    keys[name] = new Set()
    for (const [index, entity] of part.entities.entries()) {
      const place = `rows.${name}.entities[${index}]`
      if (!isObject(entity)) throw wrong(`${place} is ${shown(entity)}`)
      const problems = problemsOf(name, entity)
      if (problems.length > 0) throw wrong(`in ${place} ${problems.join('; ')}`)
      const id = entity[key] as Key
      if (keys[name].has(id)) throw wrong(`${place} has the ${key} of another one, ${shown(id)}`)
      if (typeof id === 'number' && id > Number(part.last)) {
        throw wrong(`rows.${name}.last is ${part.last}, and ${place} has the id ${id}`)
      }
      keys[name].add(id)
    }
  }
  const rows = data as SnapshotData
  for (const [name, { refers }] of Object.entries(kinds) as [Name, (typeof kinds)[Name]][]) {
    for (const [index, entity] of rows[name].entities.entries()) {
      for (const [member, to] of refers) {
        const id = (entity as never as Record<string, Key | null>)[member] as Key | null
        if (id === null || keys[to].has(id)) continue
        throw wrong(`in rows.${name}.entities[${index}] ${member} names no ${to}: ${shown(id)}`)
      }
    }
  }
  return rows
}

const wrong = (what: string) =>
  new Error(
    `Failed to restore: this is not a snapshot: ${what}. Pass the result of mock.snapshot(), or its parsed JSON.`,
  )
