/*
 * The rules of the conformance kit by the place in the document that they are about: an operation, a schema, a field, a
 * parameter or a response. A rule is listed where a reader would look for it, which is a single place for most.
 */

/** Rules by place. */
export const rulesByPlace: Readonly<Record<string, string>> = {
  document:
    'ENV-01 ENV-02 ENV-05 ENV-14 ENV-16 ENV-18 PERM-15 PERM-19 CROSS-37 CROSS-40 CROSS-41 LIMIT-02 LIMIT-03 LIMIT-04',
  'securitySchemes.basic':
    'AUTH-01 AUTH-02 AUTH-03 AUTH-04 AUTH-05 AUTH-06 AUTH-07 PERM-12 USER-32 USER-37 USER-50 CROSS-42',

  'parameters.scheduleId': 'RES-46 RES-47 BKG-39 PERM-10 PERM-11',
  'parameters.resourceId': 'RES-45 RES-46 BKG-40',
  'parameters.bookingId': 'BKG-38 BKG-39',
  'parameters.collaboratorId': 'COL-27 CROSS-24',
  'parameters.limit':
    'LIST-01 LIST-03 LIST-04 LIST-08 LIST-33 LIST-34 LIMIT-05 CROSS-01 CROSS-02 CROSS-03 CROSS-04 CROSS-05',
  'parameters.offset': 'LIST-02 LIST-05 LIST-06 LIST-07 LIST-08 LIST-34',
  'parameters.ResourceFields': 'LIST-26 LIST-27 LIST-28 LIST-29 LIST-30 LIST-31 LIST-35',
  'parameters.BookingFields': 'LIST-26 LIST-27 LIST-28 LIST-29 LIST-30 LIST-31 LIST-35 CROSS-07 CROSS-08',
  'parameters.CollaboratorFields': 'LIST-26 LIST-27 LIST-28 LIST-29 LIST-30 LIST-31',
  'parameters.UserFields': 'LIST-32',
  'parameters.ids':
    'LIST-21 LIST-22 LIST-23 LIST-24 LIST-25 LIST-33 BULK-01 BULK-04 BULK-10 BULK-15 BULK-16 BULK-17 BULK-18 BULK-20 BULK-22 CROSS-24',
  'parameters.all': 'BULK-05 BULK-06 BULK-07 BULK-08 BULK-09 BULK-10 BULK-11 BULK-21',
  'parameters.me': 'USER-42 USER-43 USER-46',
  'parameters.time_min':
    'FILT-01 FILT-02 FILT-05 FILT-06 FILT-07 FILT-08 FILT-09 FILT-13 FILT-14 FILT-15 CROSS-09 CROSS-32',
  'parameters.time_max': 'FILT-03 FILT-04 FILT-05 FILT-06 FILT-07 FILT-08 FILT-09 FILT-13 FILT-14 FILT-15',

  'responses.Done': 'ENV-03 ENV-10 ENV-11',
  'responses.ResourceCreated': 'ENV-03 ENV-08 ENV-09 CROSS-39',
  'responses.BookingCreated': 'ENV-03 ENV-08 ENV-09 CROSS-39',
  'responses.CollaboratorCreated': 'ENV-03 ENV-08 ENV-09 COL-03',
  'responses.ResourceRead': 'ENV-03 ENV-06',
  'responses.BookingRead': 'ENV-03 ENV-06',
  'responses.CollaboratorRead': 'ENV-03 ENV-06',
  'responses.UserRead': 'ENV-03 ENV-06',
  'responses.ResourceList': 'ENV-03 ENV-07 ENV-13',
  'responses.BookingList': 'ENV-03 ENV-07 ENV-13',
  'responses.CollaboratorList': 'ENV-03 ENV-07 ENV-13',

  'schemas.Refusal': 'ENV-04',
  'schemas.Pagination': 'LIST-09 LIST-20 CROSS-06',
  'schemas.Pagination.page_count': 'LIST-10',
  'schemas.Pagination.total_count': 'LIST-11 FILT-10',
  'schemas.Pagination.links':
    'LIST-12 LIST-13 LIST-14 LIST-15 LIST-16 LIST-17 LIST-18 LIST-19 FILT-11 CROSS-09',

  'schemas.Id': 'ENV-12',
  'schemas.Colour': 'RES-11 RES-12 RES-13 BKG-11 BKG-12',
  'schemas.Link': 'RES-16 RES-17 RES-18 RES-19 RES-20 RES-51 BKG-14 BKG-43 CROSS-13',
  'schemas.LocalTime':
    'TIME-07 TIME-08 TIME-09 TIME-13 TIME-15 TIME-17 TIME-23 TIME-24 CROSS-28 CROSS-29 CROSS-30 CROSS-31',
  'schemas.WrittenTime':
    'TIME-01 TIME-02 TIME-03 TIME-04 TIME-05 TIME-06 TIME-14 TIME-15 TIME-19 TIME-20 TIME-21 TIME-22',
  'schemas.Timestamp': 'RES-30 RES-31 BKG-25 COL-19 USER-27',
  'schemas.Zone': 'USER-16 USER-17 USER-18 TIME-15 TIME-16',
  'schemas.Email': 'USER-05 USER-06 COL-26 USER-52',
  'schemas.Role': 'COL-09 COL-10 PERM-16 PERM-17',
  'schemas.LanguageTag': 'USER-09 USER-10 USER-11',
  'schemas.DateFormat': 'USER-12 USER-13',
  'schemas.TimeFormat': 'USER-14 USER-15',
  'schemas.Weekday': 'USER-19 USER-20',
  'schemas.Ignored': 'RES-34 RES-35 RES-36 BKG-24 COL-07 COL-20 USER-25 USER-26',

  'schemas.Resource': 'RES-01 RES-26 RES-28 RES-29',
  'schemas.Resource.id': 'RES-02',
  'schemas.Resource.schedule_id': 'RES-03',
  'schemas.Resource.name':
    'RES-05 RES-06 UNIQ-10 UNIQ-11 UNIQ-12 UNIQ-15 UNIQ-16 UNIQ-17 UNIQ-18 CROSS-21 CROSS-22 CROSS-23 CROSS-38',
  'schemas.Resource.description': 'RES-07',
  'schemas.Resource.color_fg': 'RES-08',
  'schemas.Resource.color_bk': 'RES-09',
  'schemas.Resource.color_schedule': 'RES-10',
  'schemas.Resource.text_bold': 'RES-14 RES-15',
  'schemas.Resource.link_title': 'RES-21',
  'schemas.Resource.note': 'RES-22 RES-23',
  'schemas.Resource.custom_1': 'RES-24',
  'schemas.Resource.custom_2': 'RES-25',
  'schemas.Resource.updated_at': 'RES-32 BULK-23 CROSS-20',
  'schemas.Resource.created_at': 'RES-33',
  'schemas.NewResource': 'RES-04 RES-39 RES-49 RES-50',
  'schemas.ResourceChange': 'RES-27 RES-40 RES-41 RES-44 RES-49 RES-50 CROSS-14 CROSS-16',

  'schemas.Booking': 'BKG-01 BKG-19 TIME-12',
  'schemas.Booking.id': 'BKG-02',
  'schemas.Booking.schedule_id': 'BKG-03',
  'schemas.Booking.resource_id': 'BKG-07 BKG-08',
  'schemas.Booking.title': 'BKG-09 BKG-10',
  'schemas.Booking.all_day_display': 'BKG-20 BKG-21 BKG-22 BKG-23',
  'schemas.Booking.color_fg': 'BKG-11',
  'schemas.Booking.color_bk': 'BKG-12',
  'schemas.Booking.text_bold': 'BKG-13',
  'schemas.Booking.link_title': 'BKG-15',
  'schemas.Booking.note': 'BKG-16',
  'schemas.Booking.custom_1': 'BKG-17',
  'schemas.Booking.custom_2': 'BKG-18',
  'schemas.Booking.start_utc': 'TIME-10 TIME-12 TIME-18',
  'schemas.Booking.end_utc': 'TIME-11 TIME-12 TIME-18',
  'schemas.NewBooking': 'BKG-04 BKG-05 BKG-06 BKG-29 BKG-41 BKG-42',
  'schemas.BookingChange': 'BKG-26 BKG-31 BKG-41 BKG-42 CROSS-10 CROSS-11 CROSS-12',

  'schemas.Collaborator': 'COL-01 ENV-17',
  'schemas.Collaborator.id': 'COL-02',
  'schemas.Collaborator.email': 'COL-05 COL-06',
  'schemas.Collaborator.user': 'COL-15 COL-16 COL-17 COL-18',
  'schemas.NewCollaborator': 'COL-04 COL-25',
  'schemas.NewCollaborator.user_role': 'COL-08',
  'schemas.NewCollaborator.invite': 'COL-11 COL-12 COL-13 COL-14 COL-28',
  'schemas.CollaboratorChange': 'COL-06 COL-07 COL-24 COL-25',

  'schemas.User': 'USER-01 LIMIT-01',
  'schemas.User.id': 'USER-02',
  'schemas.User.email': 'USER-04 USER-31 USER-50 USER-51',
  'schemas.User.firstname': 'USER-07',
  'schemas.User.lastname': 'USER-08',
  'schemas.User.allow_collaboration': 'USER-21 USER-22 PERM-20 CROSS-36',
  'schemas.User.profile_completed': 'USER-23 USER-24 CROSS-15',
  'schemas.User.collaboration_limit': 'USER-25 PERM-21',
  'schemas.User.request_rate_limit': 'USER-25 LIMIT-02 LIMIT-03 LIMIT-04',
  'schemas.User.schedules_limit': 'USER-25',
  'schemas.UserChange': 'USER-28 USER-29 USER-30 USER-48 USER-49 CROSS-35',
  'schemas.UserChange.new_password': 'USER-03 USER-33 USER-34 USER-35 USER-36 USER-38 CROSS-27',

  listResources: 'RES-38 RES-43 PERM-14',
  readResource: 'RES-38 RES-43 PERM-14',
  createResource: 'RES-38 UNIQ-01 UNIQ-13 ENV-15',
  changeResources:
    'RES-37 BULK-02 BULK-03 BULK-14 BULK-19 UNIQ-04 UNIQ-05 UNIQ-06 UNIQ-07 UNIQ-08 UNIQ-09 PERM-22',
  changeResource: 'RES-37 UNIQ-02 UNIQ-03 UNIQ-14 PERM-22',
  deleteResources: 'BULK-14 PERM-22',
  deleteResource: 'RES-42 RES-43 RES-45 RES-48',
  listBookings: 'BKG-28 FILT-12 PERM-14 CROSS-18',
  listResourceBookings: 'BKG-28 BKG-30 FILT-12 LIST-25 PERM-14 CROSS-18',
  readBooking: 'BKG-28 PERM-14',
  createBooking: 'BKG-08 BKG-28 ENV-15',
  changeBookings: 'BKG-27 BKG-35 BKG-36 BULK-02 BULK-03 BULK-14 BULK-19 PERM-22',
  changeResourceBookings: 'BKG-27 BKG-33 BKG-34 BKG-36 BULK-02 BULK-03 BULK-12 CROSS-17 CROSS-19 PERM-22',
  changeBooking: 'BKG-32 BKG-36 CROSS-18 PERM-22',
  deleteBookings: 'BULK-14 PERM-22',
  deleteResourceBookings: 'BULK-13 PERM-22',
  deleteBooking: 'BKG-37',
  listCollaborators: 'PERM-01 COL-21 COL-23',
  readCollaborator: 'PERM-02 COL-21 COL-23',
  createCollaborator: 'PERM-03 COL-21 CROSS-25 ENV-15',
  changeCollaborators: 'PERM-05 PERM-18 COL-21 BULK-02 BULK-03 BULK-19',
  changeCollaborator: 'PERM-04 PERM-18 COL-21 COL-22',
  deleteCollaborators: 'PERM-06 COL-21 CROSS-33',
  deleteCollaborator: 'PERM-07 PERM-08 PERM-09 PERM-11 PERM-13 COL-21 COL-23 CROSS-25 CROSS-26',
  readMe: 'USER-40',
  changeMe: 'USER-39 USER-41 USER-47',
  deleteMe: 'USER-44 USER-45 USER-53 CROSS-34',
}

/** Rules that an implementation should keep, and rules about what is open; all others are MUST rules. */
const otherLevels = {
  should: `ENV-04 ENV-14 ENV-15 ENV-16 ENV-18 RES-13 RES-15 RES-20 RES-27 RES-29 RES-37 RES-45 RES-47 RES-48 RES-51 BKG-08 BKG-19
    BKG-23 BKG-36 BKG-38 BKG-40 BKG-43 TIME-05 TIME-16 TIME-21 FILT-09 FILT-13 FILT-15 LIST-06 LIST-08 LIST-10 LIST-18 LIST-19
    LIST-20 LIST-22 LIST-23 LIST-24 LIST-30 BULK-17 BULK-18 UNIQ-06 UNIQ-09 COL-14 COL-16 COL-18 COL-26 COL-27 PERM-11
    PERM-18 PERM-20 USER-17 USER-47 USER-51 USER-52 AUTH-05 LIMIT-02 LIMIT-04 CROSS-19 CROSS-21 CROSS-22 CROSS-23
    CROSS-25 CROSS-26 CROSS-27 CROSS-35 CROSS-36 CROSS-37`,
  may: `ENV-17 RES-50 BKG-22 BKG-42 TIME-06 TIME-19 FILT-14 LIST-32 LIST-34 BULK-21 BULK-22 UNIQ-16 PERM-16 PERM-17
    PERM-21 USER-06 USER-11 USER-22 USER-46 USER-49 AUTH-07 LIMIT-03 LIMIT-05`,
}

/** Rules by level. */
export type Rules = Partial<Record<'must' | 'should' | 'may', string[]>>

export const idsIn = (text: string): string[] => text.trim().split(/\s+/)

const should = new Set(idsIn(otherLevels.should))
const may = new Set(idsIn(otherLevels.may))

function byLevel(ids: readonly string[]): Rules {
  const levelOf = (id: string) => (should.has(id) ? 'should' : may.has(id) ? 'may' : 'must')
  const levels = ['must', 'should', 'may'] as const
  const groups = levels.map(level => [level, ids.filter(id => levelOf(id) === level)] as const)
  return Object.fromEntries(groups.filter(([, group]) => group.length > 0))
}

/** The rules of a place, as an extension field. */
export function rulesAt(place: string): { 'x-rules'?: Rules } {
  const text = rulesByPlace[place]
  return text === undefined ? {} : { 'x-rules': byLevel(idsIn(text)) }
}

type Part = object & { properties?: Readonly<Record<string, unknown>> }

/** Adds their rules to components of a kind and to their fields. */
export function withRules<Components extends Readonly<Record<string, Part>>>(
  kind: string,
  components: Components,
): Components {
  const all = Object.entries(components).map(([name, part]) => {
    const place = `${kind}.${name}`
    const members = Object.entries(part.properties ?? {}).map(([member, schema]) => [
      member,
      { ...(schema as object), ...rulesAt(`${place}.${member}`) },
    ])
    const properties = part.properties && { properties: Object.fromEntries(members) }
    return [name, { ...part, ...rulesAt(place), ...properties }]
  })
  return Object.fromEntries(all) as Components
}
