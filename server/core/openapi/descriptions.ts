import type { OperationId } from '../wire/routes.js'
import { sectionLink } from './sections.js'

/*
 * What the document says about each operation, in addition to its summary in the table. Markdown.
 */

const page = 'Objects come in ascending order of `id`; follow `pagination.links.next` until it is absent.'
const several =
  'With `ids`, these objects change, or none if one of them does not exist here. Without `ids`, **every** object in the list does. Fields that the body leaves out stay.'
const deleted =
  'Say which: `ids` for some, or `all=1` for every object in the list. Nothing is deleted if one of `ids` does not exist here.'
const partial =
  'Send only the fields to change, or the whole object as you read it. `updated_at` moves only if a value changed.'
const bookingTimes =
  'Times without a zone are in the time zone of your account; the answer to a read shows them in that zone again, as `YYYY-MM-DD hh:mm`.'

export const descriptions: Record<OperationId, string> = {
  listResources: `Everything that can be booked in the schedule: rooms, machines, cars. ${page}`,
  readResource:
    'One resource with its names, colours, link, note and custom fields. `fields` picks those you need.',
  createResource:
    'Adds something that can be booked. Only `name` is required, and it must be unique. The response holds the new `id`, and `Location` its URL.',
  changeResources: `Changes several resources in one step, for example their colours. ${several}`,
  changeResource: `Renames a resource, recolours it, or changes any other field that can be written. ${partial}`,
  deleteResources: `Deletes resources, and with each of them all its bookings. ${deleted}`,
  deleteResource: 'Deletes one resource and all its bookings. This cannot be undone.',

  listBookings: `The bookings of all resources in the schedule. \`time_min\` and \`time_max\` narrow the list to a period. ${page}`,
  listResourceBookings: `Like the list of the schedule, but only for one resource. ${page}`,
  readBooking: `One booking. ${bookingTimes} \`start_utc\` and \`end_utc\` are the same instants in UTC.`,
  createBooking: `Reserves a resource from \`start\` to \`end\`. Bookings may overlap, and may end when they start. ${bookingTimes}`,
  changeBookings: `Changes several bookings of the schedule in one step. ${several}`,
  changeResourceBookings: `Changes the bookings of one resource in one step; a new \`resource_id\` moves them all to another resource. ${several}`,
  changeBooking: `Moves a booking to another time or resource, or changes its texts and colours. ${partial} A time that is sent back exactly as it was read leaves the instant as it is.`,
  deleteBookings: `Deletes bookings of the schedule. ${deleted}`,
  deleteResourceBookings: `Deletes bookings of one resource and keeps the resource. ${deleted}`,
  deleteBooking: 'Deletes one booking. This cannot be undone.',

  listCollaborators: `The other people with access to the schedule, both registered and invited. Only the owner sees this list. ${page}`,
  readCollaborator:
    'One collaborator. `user` is present once an account has the access. Only the owner sees it.',
  createCollaborator:
    'Gives someone access as `editor` or `viewer`. The address needs no account yet: it is linked as soon as an account has it, unless that does not allow collaboration or has reached its `collaboration_limit`. `invite` sends an invitation by e-mail. The `id` in the response may be a string.',
  changeCollaborators: `Makes several collaborators editors or viewers in one step. ${several}`,
  changeCollaborator:
    'Makes a collaborator an editor or a viewer. Nothing else can be changed: other fields of the object may be sent, and are ignored.',
  deleteCollaborators: `Removes several people from the schedule in one step. ${deleted}`,
  deleteCollaborator:
    'Removes someone from the schedule. The owner may remove anyone; a collaborator may remove only themselves, which ends their own collaboration.',

  readMe:
    'The account that the credentials belong to: name, address, formats, time zone and limits. Other accounts cannot be read.',
  changeMe:
    'Changes fields of the account, its password, or both at once. A new `email` takes effect when the link that is sent to the new address is opened; until then the old one stays valid. A new password is valid from the next request on.',
  deleteMe:
    'Deletes the account, its schedules with everything in them, and its collaborations. `me=1` must be sent, so that it never happens by accident.',
}

/** The link target, which is not an operation of section 4. */
export const activationDescription =
  'The target of the link in an activation e-mail, for browsers: it answers with a page if `Accept` contains `text/html`, and otherwise in JSON. It needs no credentials, and works once within 24 hours. The new address of the account is valid from then on, and the old address gets a notice. Query parameters are ignored.'

export const introduction = `A service to plan the use of resources, such as rooms, in schedules. The owner of a schedule shares it with editors and viewers.

**Credentials.** Every request carries the e-mail address and the password of an account as HTTP Basic credentials in UTF-8 (${sectionLink('5')}).

**Responses.** Every response is a JSON object with \`success\`. A read has its result in \`data\`, a list has \`pagination\` beside it, a create has the new \`id\`, and other writes have nothing else (${sectionLink('1')}). A refusal has \`error\` with a \`code\` for programs, a \`message\` for people, and often \`details\` that name each invalid value.

**Strictness.** Unknown fields, unknown or repeated query parameters and values of a wrong type are refused, with a message that names what was probably meant. A write happens completely or not at all.

**Limits.** An account may send \`request_rate_limit\` requests within 5 minutes (${sectionLink('8')}). \`RateLimit\` says how many are left, and \`Retry-After\` when to try again.

HEAD works wherever GET does, except for links of e-mails. A method that a path does not have is answered with 405 and \`Allow\`, a path that does not exist with 404.`

/** The descriptions of the tags, with the sections of the interface. */
export const tags = {
  Resources: ['What can be booked. Viewers read, editors and the owner write.', '4.1'],
  Bookings: ['Reservations of a resource for a time. Viewers read, editors and the owner write.', '4.2'],
  Collaborators: ['The other people with access to a schedule. For its owner only.', '4.3'],
  Account: ['The account of the caller.', '4.4'],
  Links: ['Targets of links in e-mails.', '6'],
} as const
