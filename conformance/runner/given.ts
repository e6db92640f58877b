import type {
  Actor,
  Given,
  Made,
  MadeBooking,
  MadeCollaborator,
  MadeResource,
  Schedule,
  Several,
} from './context.js'
import type { JsonObject } from './json.js'
import type { Names } from './names.js'
import { Blocked, Skipped } from './outcomes.js'

interface GivenOptions extends Pick<Names, 'name' | 'address' | 'slot'> {
  readonly owner: Actor
  readonly schedule: Schedule
  /** Whether this target needs invitations; found out once per run. */
  readonly invitations: Invitations
}

/**
 * Whether an address without an account is accepted only with an invitation: the document says "registered or invited
 * users" (section 1). An invitation is an e-mail, so it is sent only where e-mails are allowed.
 */
export interface Invitations {
  needed: boolean
  readonly allowed: boolean
}

/** Creates the objects that checks need. */
export function createGiven(options: GivenOptions): Given {
  const { owner, schedule, name, address, slot, invitations } = options

  const made = async (list: string, at: Schedule, sent: JsonObject, maker: Actor) => {
    const id = Number(await maker.create(list, sent))
    const path = `${list}/${id}`
    const was = await maker.read(path)
    return { id, path, schedule: at, sent, was, maker } satisfies Omit<Made, 'kind'>
  }

  const resource: Given['resource'] = async (members = {}, { in: at = schedule, as = owner } = {}) => {
    const sent = { name: name(), ...members }
    return resourceOf(await made(at.resources, at, sent, as))
  }

  const booking: Given['booking'] = async (of, members = {}, { as = owner } = {}): Promise<MadeBooking> => {
    const sent = { title: name(), resource_id: of.id, ...slot(), ...members }
    return { kind: 'booking', ...(await made(of.schedule.bookings, of.schedule, sent, as)) }
  }

  const collaborator: Given['collaborator'] = async (members = {}, { in: at = schedule } = {}) => {
    const registered = members.email !== undefined
    const body = { email: address(), ...members }
    const create = async (sent: JsonObject): Promise<MadeCollaborator> => ({
      kind: 'collaborator',
      ...(await made(at.collaborators, at, sent, owner)),
      email: String(sent.email),
    })
    if (registered || !invitations.needed) {
      try {
        return await create(body)
      } catch (error) {
        if (registered || !(error instanceof Blocked) || error.rule !== 'COL-21') throw error
        if (!invitations.allowed) {
          throw new Skipped(
            'the target refuses a collaborator without an account; with --allow mail one is invited',
          )
        }
        invitations.needed = true
      }
    }
    return create({ ...body, invite: true })
  }

  const inTurn = async <T, Count extends number>(count: Count, make: (index: number) => Promise<T>) => {
    const all: T[] = []
    for (let index = 0; index < count; index++) all.push(await make(index))
    return all as Several<T, Count>
  }

  return {
    resource,
    resources: (count, members, where) => inTurn(count, index => resource(members?.(index), where)),
    booking,
    bookings: (of, count, members, where) => inTurn(count, index => booking(of, members?.(index), where)),
    collaborator,
    collaborators: (count, members, where) => inTurn(count, index => collaborator(members?.(index), where)),
    async adopt(id, sent, { in: at = schedule, as = owner } = {}) {
      const path = `${at.resources}/${id}`
      const was = await as.read(path)
      return resourceOf({ id: Number(id), path, schedule: at, sent, was, maker: as })
    },
  }
}

function resourceOf(made: Omit<Made, 'kind'>): MadeResource {
  return { kind: 'resource', ...made, name: String(made.sent.name), bookings: `${made.path}/bookings` }
}
