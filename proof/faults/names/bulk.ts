import { Refusal } from '../../../server/core/index.js'
import { all, bodyAs, resourceNames, run, stateful } from '../../alter/index.js'
import { fault } from '../fault.js'

/*
 * Names in bulk updates.
 */

export const bulkNameFaults = [
  fault('names-unchecked-in-the-whole-schedule', 'gives all resources one name in an update without ids', {
    breaks: { 'UNIQ-08': /one name for 2 resources by a bulk update must be refused/ },
    touches: ['UNIQ-12'],
    alter: stateful(() => {
      let isWhole = false
      return all(
        resourceNames({ isTaken: (name, others) => !isWhole && others.some(other => other.name === name) }),
        // Writes run one by one.
        run('changeResources', async (asked, usual) => {
          isWhole = asked.query.ids === undefined
          try {
            return await usual()
          } finally {
            isWhole = false
          }
        }),
      )
    }),
  }),
  fault('names-compared-with-others-of-the-store-only', 'compares with names outside the update only', {
    breaks: { 'UNIQ-04': /one name for 2 resources by a bulk update must be refused/ },
    touches: ['UNIQ-08', 'UNIQ-12'],
    alter: stateful(() => {
      let listed: readonly number[] = []
      return all(
        resourceNames({
          isTaken: (name, others) => others.some(other => other.name === name && !listed.includes(other.id)),
        }),
        run('changeResources', async (asked, usual) => {
          const { query, path, rows } = asked
          const schedule_id = path.scheduleId
          listed = (query.ids as number[]) ?? (await rows.resources.ids({ schedule_id }))
          try {
            return await usual()
          } finally {
            listed = []
          }
        }),
      )
    }),
  }),
  fault('names-for-the-first-one', 'renames only the first resource of a bulk update, with success', {
    breaks: {
      'UNIQ-04': /one name for 2 resources by a bulk update must be refused/,
    },
    touches: ['UNIQ-08'],
    alter: run('changeResources', async ({ body, query, path, rows }, usual) => {
      if (body.name === undefined) return usual()
      const schedule_id = path.scheduleId
      const ids = (query.ids as number[]) ?? (await rows.resources.ids({ schedule_id }))
      return usual({ query: { ids: ids.slice(0, 1) } })
    }),
  }),
  fault('names-never-in-bulk', 'refuses every name in a bulk update', {
    breaks: {
      'UNIQ-05': /a free name for the one resource that is listed must be accepted/,
      'UNIQ-06': /listed twice must be accepted/,
      'UNIQ-09': /a free name for the one resource of a schedule must be accepted/,
    },
    touches: ['UNIQ-04', 'UNIQ-07', 'RES-05.bulk', 'CROSS-14.bulk', 'CROSS-23'],
    alter: bodyAs('changeResources', body => {
      if (body.name !== undefined) throw new Refusal('invalid', 'name is for one resource alone')
      return body
    }),
  }),
  fault('names-by-the-number-of-ids', 'refuses a name for more than one entry in ids, even a repeat', {
    breaks: { 'UNIQ-06': /a free name for one resource that is listed twice must be accepted/ },
    alter: run('changeResources', async ({ body, sentQuery }, usual) => {
      const [, ids = ''] = sentQuery.find(([name]) => name === 'ids') ?? []
      if (body.name !== undefined && ids.includes(','))
        throw new Refusal('name_taken', 'One name for several')
      return usual()
    }),
  }),
  fault('names-only-with-ids', 'refuses a name in a bulk update without ids, even for one resource', {
    breaks: { 'UNIQ-09': /a free name for the one resource of a schedule must be accepted/ },
    alter: run('changeResources', async ({ body, query }, usual) => {
      if (body.name !== undefined && query.ids === undefined) throw new Refusal('invalid', 'Say whose name')
      return usual()
    }),
  }),
  fault('names-unchecked-in-bulk-of-one', 'ignores other names where a bulk update lists one resource', {
    breaks: { 'UNIQ-07': /must be refused, and was accepted/ },
    touches: ['UNIQ-12'],
    alter: stateful(() => {
      let isOne = false
      return all(
        resourceNames({ isTaken: (name, others) => !isOne && others.some(other => other.name === name) }),
        run('changeResources', async (asked, usual) => {
          isOne = (asked.query.ids as number[] | undefined)?.length === 1
          try {
            return await usual()
          } finally {
            isOne = false
          }
        }),
      )
    }),
  }),
]
