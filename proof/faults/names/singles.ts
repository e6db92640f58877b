import { Refusal, UniqueViolation } from '../../../server/core/index.js'
import { all, collection, operation, resourceNames, run } from '../../alter/index.js'
import { fault } from '../fault.js'

/*
 * Names of one resource: its own, those that were given up, those that are nearly alike.
 */

const whole = { offset: 0, limit: 0 }
const nameOf = ({ json }: { json: string }): string => JSON.parse(json).name

export const singleNameFaults = [
  fault('names-own-taken', 'finds the name of a resource taken by itself', {
    breaks: { 'UNIQ-03': /with the name that it has must be accepted/ },
    touches: ['RES-44', 'CROSS-13.resource', 'CROSS-14'],
    alter: run('changeResource', async ({ body, rows, path }, usual) => {
      const all = await rows.resources.list({ schedule_id: path.scheduleId }, whole)
      if (all.some(kept => nameOf(kept) === body.name)) throw new Refusal('name_taken', 'It is taken')
      return usual()
    }),
  }),
  fault('names-own-taken-beside-others', 'finds the own name taken where other members are sent too', {
    breaks: { 'UNIQ-03.round-trip': /as they were read must be accepted/ },
    touches: ['RES-44', 'CROSS-13.resource', 'CROSS-14.update'],
    alter: run('changeResource', async ({ body, rows, path }, usual) => {
      const kept = await rows.resources.find(path.scheduleId, path.resourceId ?? 0)
      if (kept && nameOf(kept) === body.name && Object.keys(body).length > 1)
        throw new UniqueViolation('resource name')
      return usual()
    }),
  }),
  fault('names-of-deleted-kept', 'keeps the names of deleted resources, which it only marks', {
    breaks: { 'UNIQ-10': /with the name of a deleted resource must be accepted/ },
    alter: collection('resources', usual => {
      const gone = new Set<string>()
      return {
        async insert(row, now) {
          if (gone.has(row.name)) throw new UniqueViolation('resource name')
          return usual.insert(row, now)
        },
        async remove(selection) {
          for (const kept of await usual.list(selection, whole)) gone.add(nameOf(kept))
          await usual.remove(selection)
        },
      }
    }),
  }),
  fault('names-of-old-kept', 'keeps the former names of resources, so that their addresses still work', {
    breaks: { 'UNIQ-11': /with the name that a resource had before must be accepted/ },
    alter: collection('resources', usual => {
      const old = new Set<string>()
      return {
        async insert(row, now) {
          if (old.has(row.name)) throw new UniqueViolation('resource name')
          return usual.insert(row, now)
        },
        async change(selection, change, now) {
          const before = change.name === undefined ? [] : await usual.list(selection, whole)
          await usual.change(selection, change, now)
          for (const kept of before) if (nameOf(kept) !== change.name) old.add(nameOf(kept))
        },
      }
    }),
  }),
  fault('names-renamed-in-a-race', 'looks for a new name and writes it in two steps when it renames', {
    breaks: { 'UNIQ-14': /5 of 5 renames/ },
    touches: ['UNIQ-12'],
    alter: all(
      resourceNames({ isTaken: (name, others) => others.some(other => other.name === name), careless: true }),
      operation('changeResource', () => ({ mode: 'read' })),
    ),
  }),
]
