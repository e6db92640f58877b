import { booking, collaborator, resource, type Seed } from '../../server/core/index.js'
import { basicAuth } from '../requests/credentials.js'
import type { HttpClient } from '../requests/http.js'
import { type Collection, collections } from '../requests/known-state.js'
import { Finding } from './response.js'

const contracts = { resources: resource, bookings: booking, collaborators: collaborator }

// biome-ignore lint/suspicious/noExplicitAny: an object as it was read, after the contract has accepted it
type ReadObject = any

/** The data of a schedule, as its owner reads it. */
export interface ScheduleData extends Record<Collection, ReadObject[]> {
  schedule: string
  owner: string
}

/** Reads all data and checks that it is consistent. @throws Finding if it is not */
export async function checkData(client: HttpClient, { users }: Seed): Promise<ScheduleData[]> {
  const schedules = (await client.control('GET', '/schedules')) as { id: string; owner: string }[]
  const all: ScheduleData[] = []
  for (const { id: schedule, owner } of schedules) {
    const password = users.find(({ email }) => email.toLowerCase() === owner?.toLowerCase())?.password
    if (password === undefined)
      throw new Finding(`The schedule ${schedule} belongs to ${owner}, who has no account`)
    const read = createReader(client, schedule, basicAuth(owner, password))
    const [resources, bookings, collaborators] = [
      await read('resources'),
      await read('bookings'),
      await read('collaborators'),
    ]
    const data = { schedule, owner, resources, bookings, collaborators }
    await checkBookings(data, read)
    checkCollaborators(data)
    all.push(data)
  }
  for (const collection of collections)
    checkUnique(
      all.flatMap(each => each[collection]),
      'id',
    )
  checkUnique(
    all.flatMap(({ resources }) => resources),
    'name',
  )
  return all
}

type Reader = (collection: Collection, parent?: string) => Promise<ReadObject[]>

const createReader =
  ({ send }: HttpClient, schedule: string, authorization: string): Reader =>
  async (collection, parent = '') => {
    const target = `/v1/schedules/${schedule}${parent}/${collection}?limit=0`
    const { status, body } = await send({ method: 'GET', target, headers: { authorization } }, 'localhost')
    if (status !== 200) throw new Finding(`The owner sent GET ${target} and got ${status} ${body}`)
    const { data, pagination } = JSON.parse(String(body))
    const { total_count, page_count } = pagination
    if (total_count !== data.length || page_count !== data.length)
      throw new Finding(`${target} lists ${data.length} and counts ${page_count} of ${total_count}`)
    for (const [index, each] of data.entries()) {
      const { error } = contracts[collection].safeParse(each)
      if (error)
        throw new Finding(
          `${target} lists an object that breaks the contract: ${JSON.stringify(each)}: ${error.message}`,
        )
      if (each.schedule_id !== schedule)
        throw new Finding(`${target} lists an object of schedule ${each.schedule_id}`)
      if (index > 0 && each.id <= data[index - 1].id)
        throw new Finding(`${target} lists ${each.id} out of order`)
    }
    return data
  }

async function checkBookings({ schedule, resources, bookings }: ScheduleData, read: Reader): Promise<void> {
  const byResource: ReadObject[] = []
  for (const { id } of resources) {
    const own = await read('bookings', `/resources/${id}`)
    if (own.some(({ resource_id }) => resource_id !== id))
      throw new Finding(`Resource ${id} lists bookings of other resources`)
    byResource.push(...own)
  }
  const [all, joined] = [bookings, byResource].map(list => list.map(each => JSON.stringify(each)).sort())
  if (all?.join('\n') !== joined?.join('\n'))
    throw new Finding(
      `${schedule} lists ${bookings.length} bookings, and its resources ${byResource.length}, or different ones`,
    )
  for (const { id, start_utc, end_utc } of bookings) {
    if (!(Date.parse(end_utc) >= Date.parse(start_utc)))
      throw new Finding(`Booking ${id} ends before it starts`)
  }
}

function checkCollaborators({ schedule, owner, collaborators }: ScheduleData): void {
  const emails = collaborators.flatMap(({ email, user }) => [
    ...new Set([email.toLowerCase(), ...(user ? [user.email.toLowerCase()] : [])]),
  ])
  if (new Set(emails).size !== emails.length)
    throw new Finding(`${schedule} has a collaborator twice: ${emails}`)
  if (emails.includes(owner.toLowerCase())) throw new Finding(`${schedule} has its owner as a collaborator`)
}

/** Ids and the names of resources are unique in the whole service. */
function checkUnique(objects: readonly ReadObject[], member: string): void {
  const values = objects.map(each => each[member])
  if (new Set(values).size !== values.length) throw new Finding(`A ${member} is not unique: ${values.sort()}`)
}

/** The number of objects in each schedule, as a string to compare. */
export const countObjects = (data: readonly ScheduleData[]): string =>
  JSON.stringify(
    data.map(({ schedule, owner, ...lists }) => [
      schedule,
      owner.toLowerCase(),
      ...collections.map(name => lists[name].length),
    ]),
  )
