import * as z from 'zod'
import { writableUserMembers } from '../catalogue/members.js'
import type { JsonObject } from '../http/json.js'
import { isDotSegment, scheduleOf } from '../http/paths.js'

/*
 * The lines of a ledger. `cleanup` sends requests with the user's credentials based on them, so only what the kit itself
 * writes is accepted: every entry has one form, and lists belong to the schedules that the run names.
 */

const text = z.string().min(1)
/** An integer (section 2), which a faulty target may write as text. */
const objectId = /^-?\d{1,20}$/
const noId = { error: 'must be the id of an object, an integer' }
const id = z.union([z.int(), z.string()], noId).refine(value => objectId.test(`${value}`), noId)
const setting = z.union([z.string(), z.number(), z.boolean(), z.null()], {
  error: 'must have only values of settings',
})

const run = z.strictObject({
  type: z.literal('run'),
  nonce: z.string().regex(/^sk[0-9a-f]{6}$/, { error: 'must be "sk" and six hexadecimal digits' }),
  /** Compared with that of the target, never used. */
  baseUrl: text,
  owner: text,
  schedules: z.array(text.refine(it => !isDotSegment(it), { error: 'must be the id of a schedule' })).min(1),
  started: z.iso.datetime(),
})

const accountId = /^(?:owner(?:-\d{1,4})?|editor|viewer|stranger|limited|throwaway-\d{1,4})-([0-9a-f]{8})$/
const accounts = z
  .strictObject({
    type: z.literal('accounts'),
    nonce: z.string().regex(/^sk[0-9a-f]{8}$/, { error: 'must be "sk" and eight hexadecimal digits' }),
    /** Base URL of the server whose control interface creates them; compared with the given one, never used. */
    control: text,
    ids: z.array(z.string()),
  })
  .refine(({ nonce, ids }) => ids.every(each => accountId.exec(each)?.[1] === nonce.slice(2)), {
    error: 'the ids must be those of accounts that the run makes',
  })

const settings = z.strictObject({
  type: z.literal('settings'),
  account: text,
  before: z.partialRecord(z.enum(writableUserMembers), setting, {
    error: `must have only settings that the kit changes: ${writableUserMembers.join(', ')}`,
  }),
})

const entry = z.discriminatedUnion('type', [
  accounts,
  run,
  z.strictObject({ type: z.literal('creating'), list: z.string() }),
  z.strictObject({ type: z.literal('created'), list: z.string(), id }),
  z.strictObject({ type: z.literal('deleted'), path: z.string() }),
  settings,
  z.strictObject({ type: z.literal('restored'), account: text }),
])

/** One line of the ledger. It holds no secrets. */
export type Entry = z.infer<typeof entry>

/** The first entry of a ledger: the run, or the accounts created for it. */
export type FirstEntry = Extract<Entry, { type: 'run' | 'accounts' }>

/** Reads entries in sequence. */
export interface EntryReader {
  /** Returns the next entry, or why the kit would not have written it. */
  read(value: unknown): Entry | { readonly wrong: string }
}

export function createEntryReader(): EntryReader {
  let begun = false
  /** Paths of the lists in which the run creates objects. */
  let lists: readonly string[] = []

  const listIn = (line: Entry) => {
    if (line.type === 'creating' || line.type === 'created') return line.list
    const [, list, last = ''] = (line.type === 'deleted' && /^(.*)\/([^/]*)$/s.exec(line.path)) || []
    return objectId.test(last) ? list : undefined
  }
  const whyWrong = (line: Entry): string | undefined => {
    const isFirst = line.type === 'run' || line.type === 'accounts'
    if (!begun) return isFirst ? undefined : 'it does not begin with a run'
    if (line.type === 'accounts') return 'the accounts of a run are its first line'
    if (line.type === 'run') return lists.length === 0 ? undefined : 'a ledger is for one run'
    if (line.type === 'settings' || line.type === 'restored') return undefined
    return lists.includes(listIn(line) ?? '') ? undefined : 'it names no list of the schedules of the run'
  }
  return {
    read(value) {
      const { data, error } = entry.safeParse(value)
      if (!data) return { wrong: whyRefused(error) }
      const wrong = whyWrong(data)
      if (wrong !== undefined) return { wrong }
      begun = true
      if (data.type === 'run') lists = data.schedules.flatMap(listsOf)
      return data
    },
  }
}

const whyRefused = ({ issues }: z.ZodError) =>
  issues
    .map(({ path, message }) => [...path.slice(0, 1).map(String), message].join(': '))
    .join('; ')
    .slice(0, 300)

function listsOf(schedule: string): string[] {
  const { resources, bookings, collaborators } = scheduleOf(schedule)
  return [resources, bookings, collaborators]
}

/** The settings that a ledger can store: a faulty target may show others. */
export const settingsToKeep = (before: JsonObject): Record<string, z.infer<typeof setting>> =>
  Object.fromEntries(
    Object.entries(before).flatMap(([name, value]) => {
      const { data } = setting.safeParse(value)
      return data === undefined ? [] : [[name, data]]
    }),
  )
