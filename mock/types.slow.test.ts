import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { compile } from './testing/compile.js'

/*
 * The types as used by a frontend: strict, for browsers, without those of Node.js.
 */

const program = `
import type {
  Booking, BookingBody, Collaborator, CollaboratorBody, CreatedAnswer, Db, DoneAnswer, Entities, ErrorAnswer, ErrorCode,
  FailureInput, Latency, ListAnswer, Mock, MockOptions, MockSnapshot, MockSnapshotData, MovableClock, NewAccount,
  NewBookingBody, NewCollaboratorBody, NewResourceBody, NewSchedule, ObjectAnswer, OperationId, OutboxEntry, Pagination,
  PlannedFailure, RecordedRequest, OperationTypes, Resource, ResourceBody, Role, Seed, SeedInput, UniqueNames, User, UserBody,
  ResponseVariants,
} from 'schedkit/mock'
import { createMock, operationIds, passwordHash, SeedError } from 'schedkit/mock'
import type { BrowserMock, BrowserMockOptions } from 'schedkit/mock/browser'
import { startMock as startInBrowser } from 'schedkit/mock/browser'
import type { NodeMock, NodeMockOptions, ServedMock, ServeMockOptions } from 'schedkit/mock/node'
import { startMock } from 'schedkit/mock/node'
import { aBooking, demo } from 'schedkit/fixtures'
import { setupWorker } from 'msw/browser'

/** Asserts that no type is any, which would accept everything. */
type IsAny<T> = 0 extends 1 & T ? true : false
type NoneIsAny<T> = { [Name in keyof T]-?: IsAny<T[Name]> extends true ? Name : never }[keyof T]
interface All {
  Booking: Booking; BookingBody: BookingBody; Collaborator: Collaborator; CollaboratorBody: CollaboratorBody
  CreatedAnswer: CreatedAnswer; Db: Db; DoneAnswer: DoneAnswer; Entities: Entities; ErrorAnswer: ErrorAnswer
  ErrorCode: ErrorCode; FailureInput: FailureInput; Latency: Latency; ListAnswer: ListAnswer<Booking>; Mock: Mock
  MockOptions: MockOptions; MockSnapshot: MockSnapshot; MockSnapshotData: MockSnapshotData; MovableClock: MovableClock
  NewAccount: NewAccount; NewBookingBody: NewBookingBody; NewCollaboratorBody: NewCollaboratorBody
  NewResourceBody: NewResourceBody; NewSchedule: NewSchedule; ObjectAnswer: ObjectAnswer<User>; OperationId: OperationId
  OutboxEntry: OutboxEntry; Pagination: Pagination; PlannedFailure: PlannedFailure; RecordedRequest: RecordedRequest; OperationTypes: OperationTypes
  Resource: Resource; ResourceBody: ResourceBody; Role: Role; Seed: Seed; SeedInput: SeedInput; UniqueNames: UniqueNames
  User: User; UserBody: UserBody; ResponseVariants: ResponseVariants; BrowserMock: BrowserMock; BrowserMockOptions: BrowserMockOptions
  NodeMock: NodeMock; NodeMockOptions: NodeMockOptions; ServedMock: ServedMock; ServeMockOptions: ServeMockOptions
}
const none: NoneIsAny<All>[] = []
type MembersAreKnown = NoneIsAny<Booking> | NoneIsAny<User> | NoneIsAny<NewBookingBody> | NoneIsAny<Mock> | NoneIsAny<NodeMock> | NoneIsAny<Db> | NoneIsAny<Db['booking']>
const members: never[] = [] as MembersAreKnown[]

const mock: Mock = createMock({ baseUrl: 'https://api.example.com', seed: demo({ now: Date.now() }), auth: 'as:mira@ribeira.example' })
setupWorker(...mock.handlers)

export async function listBookings(schedule: string): Promise<ListAnswer<Booking>> {
  const answer: Response = await fetch(\`/v1/schedules/\${schedule}/bookings\`)
  return await answer.json() as ListAnswer<Booking> 
}
export async function createBooking(body: NewBookingBody): Promise<number> {
  const answer = await fetch('/v1/schedules/one/bookings', { method: 'POST', body: JSON.stringify(body) })
  const { data: [{ id }] } = await answer.json() as CreatedAnswer
  return id
}
export function messageOf(answer: DoneAnswer | ErrorAnswer): string {
  return answer.success ? 'done' : answer.error.message + answer.error.details?.map(({ path }) => path).join()
}
const { data, pagination } = await listBookings('one')
const first: string | undefined = data[0]?.start_utc
const next: string | undefined = pagination.links.next
await createBooking({ resource_id: 1, start: '2026-12-01 09:00', end: '2026-12-01 10:00', text_bold: true })
const change: BookingBody = { title: 'new' }
const newResource: NewResourceBody = { name: 'Red', color_bk: '#ff0000' }
const me: UserBody = { new_password: 'secret', time_format: 'h:i a', profile_completed: 1 }
const role: Role = 'editor'
const operation: OperationId = 'createBooking'
const known: readonly OperationId[] = operationIds
const planned: PlannedFailure & { stop(): void } = mock.fail({ operation, with: 503, times: 2 })
mock.fail({ operation: ['listBookings', 'readBooking'], with: 'network error', when: 'after', times: 'always' })
mock.latency([100, 300])
mock.fail({ operation: 'createBooking', if: ({ body, query }) => body?.title === 'Party' && !('limit' in query), with: 403 })
mock.fail({ if: ({ operation, path }) => operation === 'listBookings' || path === '/v1', with: 403 })
mock.latency(300, { operation: 'listBookings', if: request => request.query.offset === '20' })
mock.hold({ operation: ['listBookings', 'readBooking'], if: ({ account }) => account !== undefined }).stop()
mock.fail({ operation: 'createResource', if: ({ body }) => body?.name === 'Attic', with: 422, details: [{ path: 'name', message: 'is taken' }] })
// @ts-expect-error a promise is neither true nor false
mock.fail({ operation: 'createResource', if: async ({ body }) => body?.name === 'Attic', with: 422 })
mock.hold(operation)
mock.hold(['createBooking'])
// @ts-expect-error no such member of the body
mock.fail({ operation: 'createBooking', if: ({ body }) => body?.titel === 'Party', with: 403 })
mock.variety({ collaborator_id: 'string' })
mock.clock.set(new Date())
const loaded: void = await mock.load(demo({ now: 0 }))
await mock.load({ users: [{ email: 'ada@example.com', password: 'secret1' }] })
// @ts-expect-error a seed is required
mock.load()
// @ts-expect-error a seed, not a promise of one
mock.load(Promise.resolve(demo({ now: 0 })))
const at: string | undefined = mock.requests[0]?.at
const recorded = mock.requests[0]
if (recorded?.operation === 'createBooking') {
  const title: string | undefined = recorded.body?.title
  // @ts-expect-error no such member of the body
  recorded.body?.titel
}
if (recorded?.operation === 'listBookings' && recorded.reply?.success) {
  const all: Booking[] = recorded.reply.data
  const least: string | undefined = recorded.query.time_min
}
const path: '/v1/schedules/{scheduleId}/bookings' = {} as OperationTypes['createBooking']['path']
const method: 'POST' = {} as OperationTypes['createBooking']['method']
const mail: string | undefined = mock.outbox[0]?.text
await mock.ready
const made = mock.db.booking.create({ resource_id: 1, title: aBooking().title, start: '2026-12-01', end: '2026-12-02' })
const id: number = made.id
mock.db.user.create({ email: 'ada@example.com', password_hash: passwordHash('secret') })
mock.db.booking.update({ where: { id: { equals: id } }, data: { title: 'new' } })
const found: string | undefined = mock.db.collaborator.findFirst({ where: { user_role: { equals: 'editor' } } })?.email
const snapshot: MockSnapshot = mock.snapshot()
mock.restore(JSON.parse(JSON.stringify(snapshot)) as MockSnapshotData)
const user: User = await mock.addUser({ email: 'a@example.com', password: 'secret' })
const schedule: { id: string } = await mock.addSchedule({ owner: user.email })
const node: NodeMock = startMock({ baseUrl: mock.baseUrl, onUnhandledRequest: 'error' })
node.server.use()
const browser: BrowserMock = await startInBrowser({ baseUrl: '/', persist: true, quiet: true })
browser.worker.listHandlers()
try { createMock({ baseUrl: '' }) } catch (error) { if (error instanceof SeedError) error.message.at(0) }

const everywhere: MockOptions = { baseUrl: '', world: 'newest-first', onExchange: ({ status }) => status.toFixed() }
createMock(everywhere)
startMock(everywhere)
await startInBrowser(everywhere)
createMock({ baseUrl: '', world: 'a name of the environment' as string })
// @ts-expect-error no such world
startMock({ baseUrl: '', world: 'newest-frist' })
// @ts-expect-error a mock needs to know where the API is
createMock({})
// @ts-expect-error auth is as:EMAIL
createMock({ baseUrl: '', auth: 'mira@ribeira.example' })
// @ts-expect-error an unknown option
createMock({ baseUrl: '', latency: 5 })
// @ts-expect-error resource_id is required
const noResource: NewBookingBody = { start: '', end: '' }
// @ts-expect-error an unknown member
const unknown: NewBookingBody = { resource_id: 1, start: '', end: '', titel: '' }
// @ts-expect-error a number is no text
const noText: BookingBody = { title: 5 }
// @ts-expect-error no such operation
mock.fail({ operation: 'createBoking', with: 500 })
// @ts-expect-error no failure
mock.fail({ with: 204 })
mock.fail({ with: 503 as number })
mock.fail({ with: 'network error' })
// @ts-expect-error with is required
mock.fail({ operation: 'createBooking' })
// @ts-expect-error no such role
const noRole: Role = 'owner'
// @ts-expect-error no such form
const noForm: UserBody = { time_format: 'HH:mm' }
// @ts-expect-error read-only
mock.outbox = []
// @ts-expect-error the list can't be changed
mock.requests.push()
// @ts-expect-error no such member of a booking
data[0]?.name
// @ts-expect-error an error has no data
messageOf({ success: false, data: {} })
// @ts-expect-error no such member
mock.db.booking.create({ titel: '' })
// @ts-expect-error a user needs a password
mock.addUser({ email: 'a@example.com' })

export { at, browser, change, first, found, known, loaded, mail, me, members, newResource, next, noForm, none, noResource, noRole, noText, planned, role, schedule, unknown }
`

const options = {
  skipLibCheck: true,
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: [],
  module: 'esnext',
  exactOptionalPropertyTypes: false,
}

for (const [name, resolution] of [
  ['a bundler', { moduleResolution: 'bundler' }],
  ['Node.js', { module: 'nodenext', moduleResolution: 'nodenext' }],
] as const) {
  test(`given a strict project for ${name} without the types of Node.js, then every type exists, and mistakes are found`, async () => {
    assert.is(await compile(program, { ...options, ...resolution }), '')
  })
}

test.run()
