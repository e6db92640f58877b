import type { Seed } from '../../server/core/index.js'
import { unlimited } from './seed.js'

export type Noun = 'resources' | 'bookings' | 'collaborators'
export const nouns: readonly Noun[] = ['resources', 'bookings', 'collaborators']

/** An account as a story knows it. */
export interface Account {
  id: string
  email: string
  /** The password; several where an answer was lost, so that nobody knows which. */
  passwords: string[]
}

/** What a story has learnt so far, from answers that were the same everywhere: what later requests are made of. */
export interface Memory {
  accounts: Account[]
  /** Accounts that were deleted. */
  gone: Account[]
  /** By the id of the owner's account, with the addresses that were invited. */
  schedules: { id: string; owner: string; guests: string[] }[]
  /** The ids of what was seen, by schedule. */
  seen: { schedule: string; noun: Noun; ids: number[] }[]
  /** Objects as they were read, to be sent back. */
  objects: { noun: Noun | 'me'; object: Record<string, unknown> }[]
  /** How many activation links have been sent, and which of them is the first that may be followed. */
  links: number
  firstLink: number
  /** How many resets there were. */
  era: number
  /** Whether answers may fail although what was asked for was done. */
  troubled: boolean
}

/** What is known at the beginning. */
export function memoryOf(world: Seed): Memory {
  const accounts = world.users
    .filter(({ email }) => email !== unlimited.email)
    .map(({ id, email, password }) => ({ id: id ?? email, email, passwords: [password] }))
  return {
    accounts,
    gone: [],
    schedules: world.schedules.map(({ id, owner, collaborators }) => ({
      id,
      owner: accountAt(accounts, owner)?.id ?? owner,
      guests: collaborators.map(({ email }) => email),
    })),
    seen: idsOf(world),
    objects: [],
    links: 0,
    firstLink: 0,
    era: 0,
    troubled: false,
  }
}

/** The account of an address, whatever its letter case. */
export const accountAt = (accounts: readonly Account[], email: string): Account | undefined =>
  accounts.find(account => account.email.toLowerCase() === email.toLowerCase())

const mostIds = 40
const mostObjects = 30

/** The ids of a world: they ascend from 1 in the order of the seed. */
function idsOf(world: Seed): Memory['seen'] {
  const last = { resources: 0, bookings: 0, collaborators: 0 }
  return world.schedules.flatMap(schedule =>
    nouns.map(noun => ({
      schedule: schedule.id,
      noun,
      ids: schedule[noun].map(() => ++last[noun]).slice(-mostIds),
    })),
  )
}

/** Remembers ids of a schedule; the oldest are forgotten. */
export function noteIds(memory: Memory, schedule: string, noun: Noun, ids: readonly number[]): void {
  const place = memory.seen.find(each => each.schedule === schedule && each.noun === noun)
  if (!place) return
  place.ids = [...place.ids.filter(id => !ids.includes(id)), ...ids].slice(-mostIds)
}

/** Forgets an id that is no more, mostly: one that once was makes good requests too. */
export function forgetId(memory: Memory, schedule: string, noun: Noun, id: number): void {
  const place = memory.seen.find(each => each.schedule === schedule && each.noun === noun)
  if (place) place.ids = place.ids.filter(each => each !== id || id % 5 === 0)
}

export function noteObject(memory: Memory, noun: Noun | 'me', object: Record<string, unknown>): void {
  memory.objects = [...memory.objects, { noun, object }].slice(-mostObjects)
}
