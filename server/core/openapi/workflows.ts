import type { OperationId } from '../wire/routes.js'

interface Step {
  stepId: string
  description: string
  operationId: OperationId | 'activateEmail'
  parameters?: readonly { name: string; in: 'path' | 'query' | 'header'; value: unknown }[]
  requestBody?: { contentType: 'application/json'; payload: object }
  successCriteria: readonly { condition: string }[]
  outputs?: Readonly<Record<string, string>>
}

/** Credentials, which Arazzo leaves to tools; this extension is defined by Redocly. */
interface Security {
  schemeName: string
  values: { username: string; password: string }
}

interface Workflow {
  workflowId: string
  summary: string
  description: string
  inputs: object
  'x-security'?: readonly Security[]
  steps: readonly Step[]
  outputs?: Readonly<Record<string, string>>
}

/** Workflows in Arazzo 1.0: sequences of operations, and what each takes from earlier ones. */
export interface ArazzoDocument {
  arazzo: string
  info: { title: string; version: string; summary: string; description: string }
  sourceDescriptions: readonly { name: string; url: string; type: 'openapi' }[]
  workflows: readonly Workflow[]
}

const inputsOf = (properties: Readonly<Record<string, object>>) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})

/** The account that a workflow acts for. */
const account = { email: { type: 'string' }, password: { type: 'string', format: 'password' } }
const asAccount = [
  { schemeName: 'basic', values: { username: '$inputs.email', password: '$inputs.password' } },
] as const

const text = (description: string, more: object = {}) => ({ type: 'string', description, ...more })
const id = (description: string) => ({ type: 'integer', description })

const inPath = (...names: string[]) =>
  names.map(name => ({ name, in: 'path' as const, value: `$inputs.${name}` }))
const json = (payload: object) => ({ contentType: 'application/json' as const, payload })
const status = (code: number) => ({ condition: `$statusCode == ${code}` })
const onSchedule = { ...account, scheduleId: text('The schedule.') }

const bookRoom: Workflow = {
  workflowId: 'bookRoom',
  summary: 'Book a room',
  description:
    'Finds a room by the list of resources, reserves it, and reads the booking. For editors and the owner.',
  inputs: inputsOf({
    ...onSchedule,
    title: text('What the booking is for.'),
    start: text('When it begins, in the time zone of the account: `YYYY-MM-DD hh:mm`.'),
    end: text('When it ends, in the same form.'),
  }),
  'x-security': asAccount,
  steps: [
    {
      stepId: 'findRoom',
      description: 'The first room of the schedule; a person would choose one from the list.',
      operationId: 'listResources',
      parameters: [...inPath('scheduleId'), { name: 'limit', in: 'query', value: 1 }],
      successCriteria: [status(200), { condition: '$response.body#/pagination/total_count > 0' }],
      outputs: { resourceId: '$response.body#/data/0/id' },
    },
    {
      stepId: 'book',
      description: 'Reserves the room. Bookings may overlap.',
      operationId: 'createBooking',
      parameters: inPath('scheduleId'),
      requestBody: json({
        resource_id: '$steps.findRoom.outputs.resourceId',
        title: '$inputs.title',
        start: '$inputs.start',
        end: '$inputs.end',
      }),
      successCriteria: [status(201)],
      outputs: { bookingId: '$response.body#/data/0/id' },
    },
    {
      stepId: 'readBooking',
      description: 'Shows the booking as the service has stored it.',
      operationId: 'readBooking',
      parameters: [
        ...inPath('scheduleId'),
        { name: 'bookingId', in: 'path', value: '$steps.book.outputs.bookingId' },
      ],
      successCriteria: [
        status(200),
        { condition: '$response.body#/data/start == $inputs.start' },
        { condition: '$response.body#/data/resource_id == $steps.findRoom.outputs.resourceId' },
      ],
    },
  ],
  outputs: { bookingId: '$steps.book.outputs.bookingId' },
}

const moveBookings: Workflow = {
  workflowId: 'moveBookings',
  summary: 'Move all bookings of a room to another one',
  description: 'Changes all bookings of a resource by one request, which succeeds as a whole or not at all.',
  inputs: inputsOf({
    ...onSchedule,
    resourceId: id('The resource that the bookings leave.'),
    newResourceId: id('The resource that they move to.'),
  }),
  'x-security': asAccount,
  steps: [
    {
      stepId: 'move',
      description: 'Without `ids`, all bookings of the resource are changed.',
      operationId: 'changeResourceBookings',
      parameters: inPath('scheduleId', 'resourceId'),
      requestBody: json({ resource_id: '$inputs.newResourceId' }),
      successCriteria: [status(200)],
    },
    {
      stepId: 'verify',
      description: 'No booking is left.',
      operationId: 'listResourceBookings',
      parameters: [...inPath('scheduleId', 'resourceId'), { name: 'limit', in: 'query', value: 1 }],
      successCriteria: [status(200), { condition: '$response.body#/pagination/total_count == 0' }],
      outputs: { left: '$response.body#/pagination/total_count' },
    },
  ],
  outputs: { left: '$steps.verify.outputs.left' },
}

const invite: Workflow = {
  workflowId: 'invite',
  summary: 'Invite a collaborator',
  description: 'Shares a schedule with someone, who gets an e-mail. For the owner.',
  inputs: inputsOf({
    ...onSchedule,
    invited: text('The address of the person to invite.'),
    role: text('What they may do.', { enum: ['editor', 'viewer'] }),
  }),
  'x-security': asAccount,
  steps: [
    {
      stepId: 'invite',
      description: 'They are a collaborator at once, and get an e-mail.',
      operationId: 'createCollaborator',
      parameters: inPath('scheduleId'),
      requestBody: json({ email: '$inputs.invited', user_role: '$inputs.role', invite: true }),
      successCriteria: [status(201)],
      outputs: { collaboratorId: '$response.body#/data/0/id' },
    },
    {
      stepId: 'readCollaborator',
      description: 'Shows the role.',
      operationId: 'readCollaborator',
      parameters: [
        ...inPath('scheduleId'),
        { name: 'collaboratorId', in: 'path', value: '$steps.invite.outputs.collaboratorId' },
      ],
      successCriteria: [status(200), { condition: '$response.body#/data/user_role == $inputs.role' }],
    },
  ],
  outputs: { collaboratorId: '$steps.invite.outputs.collaboratorId' },
}

const changeAddress: Workflow = {
  workflowId: 'changeAddress',
  summary: 'Ask for a new address',
  description:
    'Sends an activation e-mail to a new address of the account. Its recipient continues with `activate`.',
  inputs: inputsOf({ ...account, newEmail: text('The new address.') }),
  'x-security': asAccount,
  steps: [
    {
      stepId: 'changeAddress',
      description: 'The new address takes effect once its link has been opened.',
      operationId: 'changeMe',
      requestBody: json({ email: '$inputs.newEmail' }),
      successCriteria: [status(200)],
    },
  ],
}

const activate: Workflow = {
  workflowId: 'activate',
  summary: 'Activate a new address',
  description: 'Opens the link of an activation e-mail, without credentials. It works once.',
  inputs: inputsOf({ secret: text('What follows `/v1/activations/` in the link.') }),
  steps: [
    {
      stepId: 'open',
      description: 'From then on the new address is the one to log in with.',
      operationId: 'activateEmail',
      parameters: [...inPath('secret'), { name: 'Accept', in: 'header', value: 'application/json' }],
      successCriteria: [status(200)],
      outputs: { email: '$response.body#/data/email' },
    },
  ],
  outputs: { email: '$steps.open.outputs.email' },
}

/**
 * Describes how to reach a goal with several operations, in Arazzo 1.0, for people and for tools that run it.
 *
 * @param source The location of the OpenAPI document, relative to this one.
 */
export const arazzoDocument = (source: string): ArazzoDocument => ({
  arazzo: '1.0.1',
  info: {
    title: 'Workflows of the Scheduling API',
    version: '1.0.0',
    summary: 'Book a room, move all bookings, invite and activate',
    description:
      'All steps but those of `activate` need the credentials that the OpenAPI document describes.',
  },
  sourceDescriptions: [{ name: 'scheduling', url: source, type: 'openapi' }],
  workflows: [bookRoom, moveBookings, invite, changeAddress, activate],
})
