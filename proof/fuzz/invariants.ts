import { booking, collaborator, resource, type Seed } from '../../server/core/index.js'
import { basic } from '../requests/credentials.js'
import type { Wire } from '../requests/http-client.js'
import type { Noun } from '../requests/known-state.js'
import { Flaw } from './answer.js'

const contracts = { resources: resource, bookings: booking, collaborators: collaborator }

// biome-ignore lint/suspicious/noExplicitAny: an object that was read, and parsed by the contract
type Read = any

/** All that a service holds, by schedule, read as the owners read it. */
export interface Content {
  schedule: string
  owner: string
  resources: Read[]
  bookings: Read[]
  collaborators: Read[]
}

/** Reads all content, and checks that it holds together. @throws Flaw where it does not */
export async function checkContent(wire: Wire, { users }: Seed): Promise<Content[]> {
  const schedules = (await wire.control('GET', '/schedules')) as { id: string; owner: string }[]
  const all: Content[] = []
  for (const { id: schedule, owner } of schedules) {
    const password = users.find(({ email }) => email.toLowerCase() === owner?.toLowerCase())?.password
    if (password === undefined) throw new Flaw(`The schedule ${schedule} belongs to ${owner}, who is nobody`)
    const read = reader(wire, schedule, basic(owner, password))
    const content = {
      schedule,
      owner,
      resources: await read('resources'),
      bookings: await read('bookings'),
      collaborators: await read('collaborators'),
    }
    await checkSchedule(content, read)
    all.push(content)
  }
  unique(
    all.flatMap(({ resources }) => resources),
    'name',
  )
  unique(all.flatMap(({ bookings }) => bookings))
  unique(all.flatMap(({ collaborators }) => collaborators))
  return all
}

type Reader = (noun: Noun, within?: string) => Promise<Read[]>

const reader =
  ({ send }: Wire, schedule: string, authorization: string): Reader =>
  async (noun, within = '') => {
    const target = `/v1/schedules/${schedule}${within}/${noun}?limit=0`
    const { status, body } = await send({ method: 'GET', target, headers: { authorization } }, 'localhost')
    if (status !== 200) throw new Flaw(`The owner asked GET ${target}, and got ${status} ${body}`)
    const { data, pagination } = JSON.parse(String(body))
    const { total_count, page_count } = pagination
    if (total_count !== data.length || page_count !== data.length)
      throw new Flaw(`${target} lists ${data.length} and counts ${page_count} of ${total_count}`)
    for (const [index, each] of data.entries()) {
      const { error } = contracts[noun].safeParse(each)
      if (error)
        throw new Flaw(`${target} lists what breaks the contract: ${JSON.stringify(each)}: ${error.message}`)
      if (each.schedule_id !== schedule) throw new Flaw(`${target} lists an object of ${each.schedule_id}`)
      if (index > 0 && each.id <= data[index - 1].id)
        throw new Flaw(`${target} lists ${each.id} out of its order`)
    }
    return data
  }

async function checkSchedule(content: Content, read: Reader): Promise<void> {
  const { schedule, owner, resources, bookings, collaborators } = content
  const parts: Read[] = []
  for (const { id } of resources) {
    const part = await read('bookings', `/resources/${id}`)
    if (part.some(({ resource_id }) => resource_id !== id))
      throw new Flaw(`Resource ${id} lists bookings of others`)
    parts.push(...part)
  }
  const [whole, joined] = [bookings, parts].map(list => list.map(each => JSON.stringify(each)).sort())
  if (whole?.join('\n') !== joined?.join('\n'))
    throw new Flaw(
      `${schedule} lists ${bookings.length} bookings, and its resources ${parts.length}, or others`,
    )
  for (const { id, start_utc, end_utc } of bookings) {
    if (!(Date.parse(end_utc) >= Date.parse(start_utc))) throw new Flaw(`Booking ${id} ends before it starts`)
  }
  const addresses = collaborators.flatMap(({ email, user }) => [
    ...new Set([email.toLowerCase(), ...(user ? [user.email.toLowerCase()] : [])]),
  ])
  if (new Set(addresses).size !== addresses.length)
    throw new Flaw(`${schedule} has a collaborator twice: ${addresses}`)
  if (addresses.includes(owner.toLowerCase())) throw new Flaw(`${schedule} has its owner as a collaborator`)
}

/** Ids, and here and there names, are unique in the whole service. */
function unique(objects: readonly Read[], other?: string): void {
  for (const name of ['id', ...(other ? [other] : [])]) {
    const values = objects.map(each => each[name])
    if (new Set(values).size !== values.length)
      throw new Flaw(`Not every ${name} is there but once: ${values.sort()}`)
  }
}

/** How much there is of everything, to be compared. */
export const counted = (content: readonly Content[]): string =>
  JSON.stringify(
    content.map(({ schedule, owner, resources, bookings, collaborators }) => [
      schedule,
      owner.toLowerCase(),
      resources.length,
      bookings.length,
      collaborators.length,
    ]),
  )
