import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { compile } from '../../mock/testing/compile.js'
import { operations } from '../core/index.js'
import { codesOf } from '../core/openapi/refusals.js'

/*
 * The types as used by a program that also type-checks its libraries.
 */

const program = `
import type {
  Answered, ApiErrorOf, Booking, BookingBody, Client, ClientOptions, CodeOf, Collaborator, CollaboratorBody, Detail, ErrorCode, List, NewBookingBody,
  NewCollaboratorBody, NewResourceBody, OperationId, Page, Pagination, RateLimit, Resource, ResourceBody, Role, User, UserBody,
} from 'schedkit/client'
import type { Control, ControlOptions } from 'schedkit/client'
import { ApiError, ControlError, createClient, createControl } from 'schedkit/client'

/** No type is any, which would accept everything. */
type IsAny<T> = 0 extends 1 & T ? true : false
type NoneIsAny<T> = { [Name in keyof T]-?: IsAny<T[Name]> extends true ? Name : never }[keyof T]
interface All {
  Booking: Booking; BookingBody: BookingBody; ClientOptions: ClientOptions; Collaborator: Collaborator
  CollaboratorBody: CollaboratorBody; Detail: Detail; ErrorCode: ErrorCode; List: List<Booking>; Page: Page<User>
  NewBookingBody: NewBookingBody; NewCollaboratorBody: NewCollaboratorBody; NewResourceBody: NewResourceBody
  OperationId: OperationId; Pagination: Pagination; Resource: Resource; ResourceBody: ResourceBody; Role: Role
  User: User; UserBody: UserBody
}
const none: (NoneIsAny<All> | NoneIsAny<Client> | NoneIsAny<Booking> | NoneIsAny<User>)[] = []

/** The client has one method for each operation, and no other. */
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false
const complete: Same<keyof Client, OperationId> = true

const client: Client = createClient({ baseUrl: '/', email: 'ada@example.com', password: 'secret', maxWait: 60 })
const scheduleId = 'one'
const { data, pagination } = await client.listBookings({ scheduleId, limit: 5, time_min: '2026-12-01', ids: [1, 2] })
const booking: Booking | undefined = data[0]
const next: string | undefined = pagination.links.next
for await (const { name, id } of client.listResources({ scheduleId, fields: ['name', 'id'], collect: true })) [name.length, id.toFixed()]
const made: { id: number } = await client.createBooking({ scheduleId, body: { resource_id: 1, start: '', end: '' } })
const title: { title: string } = await client.readBooking({ scheduleId, bookingId: made.id, fields: ['title'] })
const role: Role = (await client.readCollaborator({ scheduleId, collaboratorId: 1 })).user_role
const me: User = await client.readMe()
const zone: { timezone: string } = await client.readMe({ fields: ['timezone'], signal: new AbortController().signal })
const nothing: void = await client.changeMe({ body: { new_password: 'secret', profile_completed: 1 } })
await client.deleteBookings({ scheduleId, all: 1 })
await client.deleteResourceBookings({ scheduleId, resourceId: 1, ids: [1] })
await client.deleteMe({ me: 1 })
try {
  await client.changeResource({ scheduleId, resourceId: 1, body: { name: 'Attic' } })
} catch (error) {
  if (error instanceof ApiError && error.code === 'name_taken') error.details.map(({ path, message }) => path + message)
  if (error instanceof ApiError && error.operation === 'deleteMe') {
    const code: 'guard_missing' | 'unauthorized' | undefined | Exclude<CodeOf<'deleteMe'>, 'guard_missing' | 'unauthorized'> = error.code
    const failed: ApiErrorOf<'deleteMe'> = error
    // @ts-expect-error a deletion of the account cannot be refused for a name
    if (error.code === 'name_taken') [code, failed]
  }
}
createClient({ baseUrl: '/', timeout: 10, onResponse: ({ operation, response, rateLimit }: Answered) => {
  const left: RateLimit | undefined = rateLimit
  if (operation === 'readMe') [left?.remaining.toFixed(), response.clone()]
} })

const control: Control = createControl({ url: 'http://127.0.0.1:4000', token: 'e2e', session: 'worker-1' })
await control.reset()
await control.load({ users: [{ email: 'ada@example.com', password: 'secret1' }] })
const left: number | 'always' = (await control.fail({ operation: 'createBooking', with: 503 })).left
await control.setLatency({ ms: [100, 300], operation: ['listBookings'] })
const frozen: boolean = (await control.setClock({ now: new Date(), frozen: true })).frozen
const sent: string | undefined = (await control.outbox())[0]?.to
createClient({ baseUrl: control.baseUrl })
try { await control.restoreSnapshot('one') } catch (error) { if (error instanceof ControlError) error.status.toFixed() }
const noneOfControl: NoneIsAny<Control>[] = []
// @ts-expect-error a token is required
const noToken: ControlOptions = { url: 'http://127.0.0.1:4000' }
// @ts-expect-error no such operation
control.fail({ operation: 'createBoking', with: 503 })
// @ts-expect-error a seed is required
control.load()
// @ts-expect-error no such function
control.restet()

// @ts-expect-error there is no such operation
client.listSchedules()
// @ts-expect-error a schedule is required
client.listBookings({ limit: 5 })
// @ts-expect-error so is the id of an object
client.readBooking({ scheduleId })
// @ts-expect-error no such parameter
client.listResources({ scheduleId, time_min: '' })
// @ts-expect-error no such field
client.listResources({ scheduleId, fields: ['title'] })
// @ts-expect-error a field that was not asked for
;(await client.readBooking({ scheduleId, bookingId: 1, fields: ['title'] })).note
// @ts-expect-error resource_id is required
client.createBooking({ scheduleId, body: { start: '', end: '' } })
// @ts-expect-error no such member
client.changeBooking({ scheduleId, bookingId: 1, body: { titel: '' } })
// @ts-expect-error which ones, or all
client.deleteBookings({ scheduleId })
// @ts-expect-error the guard is required
client.deleteMe({})

export { booking, complete, frozen, left, me, next, noToken, none, noneOfControl, nothing, role, sent, title, zone }
`

const browsers = {
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  module: 'esnext',
  moduleResolution: 'bundler',
}
const node = { lib: ['es2022'], types: ['node'], module: 'nodenext', exactOptionalPropertyTypes: true }
for (const [name, given] of Object.entries({ browsers, 'Node.js': node })) {
  test(`given a strict program for ${name} that type-checks its libraries, then it compiles, and mistakes are errors`, async () => {
    assert.is(await compile(program, { skipLibCheck: false, ...given }), '')
  })
}

test('the codes of each operation are those that the document declares', async () => {
  const lines = operations.map(operation => {
    const codes = codesOf(operation).map(code => `'${code}'`)
    return `const ${operation.id}: Same<CodeOf<'${operation.id}'>, ${codes.join(' | ')}> = true`
  })
  const names = operations.map(({ id }) => id).join(', ')
  const text = `
import type { CodeOf } from 'schedkit/client'
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false
${lines.join('\n')}
export { ${names} }
`

  assert.is(await compile(text, node), '')
})

test.run()
