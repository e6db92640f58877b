import { setImmediate as pause } from 'node:timers/promises'
import { type Selection, type Slice, type Stored, UniqueViolation } from '../../server/core/index.js'
import type { Alter } from '../server/parts.js'
import { collection, shownAs } from './rows.js'

/** A resource as far as names are concerned. */
export interface Named {
  readonly id: number
  readonly schedule_id: string
  readonly name: string
}

export interface Naming {
  /** Whether a name is refused: for a new resource or for one that is renamed, whose id is `own`. */
  isTaken(name: string, others: readonly Named[], own: number | undefined): boolean
  /** Looks and writes in two steps, between which others come; the operations have to run side by side too. */
  readonly careless?: boolean
}

/** Keeps the names of resources apart from the store, which no longer minds what they are. */
export const naming = ({ isTaken, careless = false }: Naming): Alter =>
  collection('resources', usual => {
    const names = new Map<number, Named>()
    let last = 0

    /** Refuses names that are taken, and keeps the others; `write` does what the store has to do. */
    const take = async (
      wanted: readonly Named[],
      write: (kept: readonly string[]) => Promise<readonly number[]>,
    ) => {
      const after = new Map(names)
      for (const [index, { id, ...named }] of wanted.entries()) {
        const others = [...after.values()].filter(other => other.id !== id)
        if (isTaken(named.name, others, id < 0 ? undefined : id)) throw new UniqueViolation('resource name')
        after.set(id < 0 ? -index - 1 : id, { id, ...named })
      }
      if (careless) await pause()
      const ids = await write(wanted.map(() => `name ${++last}`))
      for (const [index, id] of ids.entries()) names.set(id, { ...(wanted[index] as Named), id })
    }
    const shown = (kept: Stored) => shownAs(kept, { name: names.get(kept.id)?.name ?? '' })

    return {
      async find(schedule_id, id) {
        const kept = await usual.find(schedule_id, id)
        return kept && shown(kept)
      },
      list: async (selection: Selection, stretch: Slice) => (await usual.list(selection, stretch)).map(shown),
      async insert(row, now) {
        const { name, schedule_id } = row
        let id = 0
        await take([{ id: -1, name, schedule_id }], async ([kept = '']) => {
          id = await usual.insert({ ...row, name: kept }, now)
          return [id]
        })
        return id
      },
      async change(selection, { name, ...rest }, now) {
        const { schedule_id } = selection
        const ids = name === undefined ? [] : await usual.ids(selection)
        const renamed = ids.filter(id => names.get(id)?.name !== name)
        const wanted = renamed.map(id => ({ id, schedule_id, name: name ?? '' }))
        await take(wanted, async kept => {
          for (const [index, id] of renamed.entries()) {
            await usual.change({ schedule_id, ids: [id] }, { name: kept[index] }, now)
          }
          return renamed
        })
        await usual.change(selection, rest, now)
      },
      async remove(selection) {
        for (const id of await usual.ids(selection)) names.delete(id)
        await usual.remove(selection)
      },
    }
  })
