import type { Repositories, Selection, Slice } from '../../server/core/index.js'
import { all } from '../server/parts.js'
import type { Which } from './operation-groups.js'
import { requestAs } from './requests.js'
import { collection, showing, shownAs } from './stored.js'

/** Decides whether the server accepts a resource id. */
export type Finding = (rows: Repositories, id: number) => Promise<boolean>

/** Any number. */
export const anyResource: Finding = async () => true

/** Resources of all schedules. */
export const resourceOfAnySchedule: Finding = async (rows, id) => {
  for (const schedule of await rows.schedules.list()) {
    if (await rows.resources.find(schedule.id, id)) return true
  }
  return false
}

/** Repositories that also find a resource wherever `seems` accepts its id. */
const seeming = (rows: Repositories, seems: Finding): Repositories => ({
  ...rows,
  resources: {
    ...rows.resources,
    find: async (schedule_id, id) =>
      (await rows.resources.find(schedule_id, id)) ??
      ((await seems(rows, id)) ? { id, json: '{}' } : undefined),
  },
})

/** Bookings on resources outside their schedule. The store would refuse these, so it holds them under another resource. */
const straying = collection('bookings', (usual, { resources }) => {
  const astray = new Map<number, number>()
  const isAstray = async (schedule_id: string, resource_id: number | undefined) =>
    resource_id !== undefined && !(await resources.find(schedule_id, resource_id))
  const { find, list } = showing(usual, kept =>
    astray.has(kept.id) ? shownAs(kept, { resource_id: astray.get(kept.id) }) : kept,
  )

  return {
    find,
    async list(selection: Selection, slice: Slice) {
      const shown = await list(selection, slice)
      return shown.filter(({ id }) => selection.resource_id === undefined || !astray.has(id))
    },
    async insert(row, now) {
      const { schedule_id, resource_id } = row
      if (!(await isAstray(schedule_id, resource_id))) return usual.insert(row, now)
      const [place = 0] = await resources.ids({ schedule_id })
      const id = await usual.insert({ ...row, resource_id: place }, now)
      astray.set(id, resource_id)
      return id
    },
    async change(selection, change, now) {
      const { resource_id, ...rest } = change
      if (resource_id === undefined) return usual.change(selection, change, now)
      const goAstray = await isAstray(selection.schedule_id, resource_id)
      for (const id of await usual.ids(selection)) {
        if (goAstray) astray.set(id, resource_id)
        else astray.delete(id)
      }
      await usual.change(selection, goAstray ? rest : change, now)
    },
  }
})

/** Accepts the ids of resources outside the schedule as resource_id. */
export const acceptingResources = (which: Which, seems: Finding) =>
  all(
    straying,
    requestAs(which, ({ rows, body }) =>
      body.resource_id === undefined ? {} : { rows: seeming(rows, seems) },
    ),
  )
