import { owner, sample } from '../processes/data.js'
import { call } from './caller.js'
import type { Tally } from './tally.js'

const bookings = '/schedules/one/bookings'

/** A booking as its writer knows it. */
interface Entry {
  title: string
  /** Undefined if the creation was not acknowledged. */
  id: number | undefined
  /** The possible values of its note: several if the last change was not acknowledged. */
  notes: string[]
  /** `maybe` if its creation or deletion was not acknowledged. */
  exists: 'yes' | 'maybe' | 'no'
}

interface WriterOptions {
  writers: number
  tally: Tally
  random(): number
}

/** Starts writers that create, change and delete bookings until they are stopped, and records what was acknowledged. */
export function startBookingWriters(url: string, { writers, tally, random }: WriterOptions) {
  const entries: Entry[] = []

  const send = (method: string, path: string, body?: object) => call(url, owner, [method, path], body)

  async function create(title: string): Promise<Entry> {
    const answer = await send('POST', bookings, { ...sample, resource_id: 1, title, note: 'new' })
    const isThere = tally.judge(answer, 201, `The creation of ${title}`)
    const entry: Entry = {
      title,
      id: isThere ? answer.body.data[0].id : undefined,
      notes: ['new'],
      exists: isThere ? 'yes' : isThere === undefined ? 'maybe' : 'no',
    }
    entries.push(entry)
    return entry
  }

  async function change(entry: Entry, note: string): Promise<void> {
    const answer = await send('PUT', `${bookings}/${entry.id}`, { note })
    const isChanged = tally.judge(answer, 200, `The change of ${entry.title}`)
    if (isChanged) entry.notes = [note]
    else if (isChanged === undefined) entry.notes.push(note)
  }

  async function remove(entry: Entry): Promise<void> {
    const answer = await send('DELETE', `${bookings}/${entry.id}`)
    const isGone = tally.judge(answer, 200, `The deletion of ${entry.title}`)
    if (isGone) entry.exists = 'no'
    else if (isGone === undefined) entry.exists = 'maybe'
  }

  function createWriter(writer: number) {
    const mine: Entry[] = []
    return async (turn: number) => {
      const known = mine.filter(({ id, exists }) => id !== undefined && exists === 'yes')
      const one = known[Math.floor(random() * known.length)]
      const choice = random()
      if (!one || choice < 0.5) mine.push(await create(`writer ${writer}, ${turn}`))
      else if (choice < 0.8) await change(one, `changed in turn ${turn}`)
      else await remove(one)
      if (mine.length > 20) mine.shift()
    }
  }

  return {
    stop: tally.start(Array.from({ length: writers }, (_, writer) => createWriter(writer))),
    /** Compares the stored bookings with what was acknowledged. */
    async contradictions(url: string): Promise<string[]> {
      const { body } = await call(url, owner, ['GET', `${bookings}?limit=0&fields=id,title,note`])
      const kept = new Map<string, { id: number; note: string }[]>()
      for (const { id, title, note } of body.data) {
        kept.set(title, [...(kept.get(title) ?? []), { id, note }])
      }
      const problems = entries.flatMap(entry => [...contradictionOf(entry, kept.get(entry.title) ?? [])])
      const titles = new Set(entries.map(({ title }) => title))
      for (const title of kept.keys())
        if (title.startsWith('writer') && !titles.has(title)) problems.push(`Nobody has created ${title}`)
      return problems
    },
  }
}

function* contradictionOf(
  { title, id, notes, exists }: Entry,
  kept: readonly { id: number; note: string }[],
): Generator<string> {
  const [one] = kept
  if (kept.length > 1) yield `${title} is there ${kept.length} times`
  if (!one && exists === 'yes') yield `${title} was acknowledged and is lost`
  if (one && exists === 'no') yield `${title} was deleted and is there`
  if (one && id !== undefined && one.id !== id) yield `${title} has the id ${one.id} instead of ${id}`
  if (one && !notes.includes(one.note))
    yield `${title} has the note "${one.note}" instead of "${notes.join('" or "')}"`
}
