import type { Seed } from '../../server/core/index.js'
import type { ApiRequest, ApiResponse } from './http.js'
import { unlimitedAccount } from './seed.js'

export type Collection = 'resources' | 'bookings' | 'collaborators'
export const collections: readonly Collection[] = ['resources', 'bookings', 'collaborators']

export interface Account {
  id: string
  email: string
  /** More than one if a response was lost, so that it is unknown which one is current. */
  passwords: string[]
}

/** What the responses so far have revealed; later requests are generated from it. */
export interface KnownState {
  accounts: Account[]
  /** The last deleted accounts. */
  deleted: Account[]
  /** With the id of the owner's account and the e-mail addresses of the collaborators. */
  schedules: { id: string; owner: string; collaborators: string[] }[]
  ids: { schedule: string; collection: Collection; ids: number[] }[]
  /** Objects as they were read, to be sent back. */
  objects: { collection: Collection | 'me'; object: Record<string, unknown> }[]
  /** The number of activation links sent, and the index of the first one that may be followed. */
  links: number
  firstLink: number
  /** The number of resets. */
  resets: number
  /** Whether a request may be answered with a planned failure although it takes effect. */
  hasFailures: boolean
}

/** The objects that a request is generated for. */
export interface Scope {
  collection: Collection | 'me'
  schedule: string
  state: KnownState
  /** Whether everything in the request must be valid, as far as that is known. */
  isValid: boolean
}

/** The ids known in the scope's schedule. */
export const idsIn = ({ state, schedule }: Scope, collection: string): readonly number[] =>
  state.ids.find(each => each.schedule === schedule && each.collection === collection)?.ids ?? []

const maxIds = 40
const maxObjects = 30

/** The state of a service that has just loaded the seed; ids ascend from 1 in its order. */
export function initialState(seed: Seed): KnownState {
  const last = { resources: 0, bookings: 0, collaborators: 0 }
  const accounts = seed.users
    .filter(({ email }) => email !== unlimitedAccount.email)
    .map(({ id, email, password }) => ({ id: id ?? email, email, passwords: [password] }))
  return {
    accounts,
    deleted: [],
    schedules: seed.schedules.map(({ id, owner, collaborators }) => ({
      id,
      owner: findAccount(accounts, owner)?.id ?? owner,
      collaborators: collaborators.map(({ email }) => email),
    })),
    ids: seed.schedules.flatMap(schedule =>
      collections.map(collection => ({
        schedule: schedule.id,
        collection,
        ids: schedule[collection].map(() => ++last[collection]).slice(-maxIds),
      })),
    ),
    objects: [],
    links: 0,
    firstLink: 0,
    resets: 0,
    hasFailures: false,
  }
}

/** The account with an e-mail address, in any letter case. */
export const findAccount = (accounts: readonly Account[], email: string): Account | undefined =>
  accounts.find(account => account.email.toLowerCase() === email.toLowerCase())

const path =
  /^\/v1\/schedules\/([^/?]+)\/(?:resources\/\d+\/)?(resources|bookings|collaborators)(?:\/(\d+))?(?:\?|$)/

/** Updates the state with the response to a request, sent by this account if any. */
export function learnFrom(
  state: KnownState,
  request: ApiRequest,
  { status, body }: ApiResponse,
  account?: Account,
): void {
  const { method, target } = request
  if (account) learnAboutAccount(state, account, request, status)
  if (status < 200 || status > 299 || method === 'HEAD' || method === 'OPTIONS') return
  const { data } = JSON.parse(String(body).startsWith('{') ? String(body) : '{}')
  if (method === 'GET' && target === '/v1/users/me') rememberObject(state, 'me', data)
  const [, escaped = '', collection, id] = path.exec(target) ?? []
  if (collection === undefined) return
  const schedule = decodeURIComponent(escaped)
  const known = state.ids.find(each => each.schedule === schedule && each.collection === collection)
  const remember = (ids: number[]) => {
    if (known) known.ids = [...known.ids.filter(id => !ids.includes(id)), ...ids].slice(-maxIds)
  }
  if (method === 'POST') remember([Number(data[0].id)])
  if (method === 'POST' && collection === 'collaborators') {
    const email = textIn(request.body, 'email')
    if (email !== undefined) state.schedules.find(({ id }) => id === schedule)?.collaborators.push(email)
  }
  // Some deleted ids are kept, to send requests for them too.
  if (method === 'DELETE' && known && id !== undefined && Number(id) % 5 !== 0)
    known.ids = known.ids.filter(each => each !== Number(id))
  if (method !== 'GET') return
  const objects = [data].flat().filter(({ id }) => typeof id === 'number')
  remember(objects.slice(0, 20).map(({ id }) => id))
  for (const object of objects.slice(0, 2)) rememberObject(state, collection as Collection, object)
}

function rememberObject(state: KnownState, collection: Collection | 'me', object: Record<string, unknown>) {
  state.objects = [...state.objects, { collection, object }].slice(-maxObjects)
}

/** Keeps credentials up to date: a new password applies from the next request on. */
function learnAboutAccount(
  state: KnownState,
  account: Account,
  { method, target, body }: ApiRequest,
  status: number,
): void {
  if (target === '/v1/users/me?me=1' && method === 'DELETE' && status === 200) {
    state.accounts = state.accounts.filter(each => each !== account)
    state.deleted = [...state.deleted, account].slice(-5)
    const left = state.schedules.filter(({ owner }) => owner !== account.id)
    // The generator needs at least one schedule, even a deleted one.
    if (left.length > 0) state.schedules = left
  }
  if (target !== '/v1/users/me' || method !== 'PUT') return
  const password = textIn(body, 'new_password')
  if (password === undefined) return
  if (status === 200) account.passwords = [password]
  else if (state.hasFailures && !account.passwords.includes(password)) account.passwords.push(password)
}

/** A text member of a JSON body. */
function textIn(body: Uint8Array | undefined, name: string): string | undefined {
  try {
    const value = JSON.parse(new TextDecoder().decode(body))[name]
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
