/*
 * The descriptions of the fields of each object, in Markdown.
 */

const stamps = {
  updated_at: 'When it was last updated: UTC, ISO 8601.',
  created_at: 'When it was created: UTC, ISO 8601.',
}

const shared = {
  text_bold: 'Whether the text is bold.',
  link: 'A web address that begins with `http://` or `https://`, or `""` for none.',
  link_title: 'The text to show for the link.',
  note: 'A note of one or more lines.',
  custom_1: 'The first field for your own use.',
  custom_2: 'The second field for your own use.',
}

const written = 'ISO 8601 or `YYYY-MM-DD hh:mm`; without a zone, in the time zone of your account.'
const read = 'As `YYYY-MM-DD hh:mm`, in the time zone of your account.'

export const resourceMembers = {
  id: 'Identifies the resource.',
  schedule_id: 'The schedule that it belongs to.',
  name: 'The name. No two resources have the same one, and it is never blank.',
  description: 'What it is, in a sentence.',
  color_fg: 'Colour of the name.',
  color_bk: 'Colour behind the name.',
  color_schedule: 'Colour of its row in the schedule.',
  ...shared,
  ...stamps,
}

export const bookingMembers = {
  id: 'Identifies the booking.',
  schedule_id: 'The schedule that it belongs to.',
  resource_id: 'The resource that is reserved.',
  title: 'The title; it may be empty.',
  start: `When it starts. ${written}`,
  end: `When it ends; not before \`start\`. ${written}`,
  all_day_display: 'Show dates without times. It takes effect where both times are at 0:00 for the reader.',
  color_fg: 'Colour of the title.',
  color_bk: 'Colour of the bar.',
  ...shared,
  start_utc: '`start` in UTC, ISO 8601.',
  end_utc: '`end` in UTC, ISO 8601.',
  ...stamps,
}

/** How the times of a booking are returned, as opposed to how they can be written. */
export const readTimes = {
  start: `When it starts. ${read}`,
  end: `When it ends. ${read}`,
}

export const collaboratorMembers = {
  id: 'Identifies the collaborator.',
  schedule_id: 'The schedule that they have access to.',
  email: 'The address that was invited. It stays, even if the account gets another one.',
  user_role: 'An editor changes resources and bookings; a viewer reads them.',
  invite: 'Whether to send an invitation by e-mail.',
  user: 'The account that has the access. Absent while there is none.',
  'user.email': 'The address that the account logs in with.',
  'user.firstname': 'First name.',
  'user.lastname': 'Last name.',
  ...stamps,
}

export const userMembers = {
  id: 'Identifies the account.',
  email: 'The address to log in with.',
  firstname: 'First name.',
  lastname: 'Last name.',
  language_tag: 'The language of the user.',
  date_format: 'How to show dates.',
  time_format: 'How to show times: 24 hours, or 12 hours with AM and PM in either letter case.',
  timezone: 'A name in the tz database, such as `Europe/Lisbon`. Times without a zone are in this one.',
  first_day_of_week: 'The first day of a week in calendars.',
  allow_collaboration: 'Whether others may add the account to their schedules.',
  profile_completed: 'If false, the user is asked to complete the profile after login. May read as 1 or 0.',
  collaboration_limit: 'How many schedules of others the account may have access to.',
  request_rate_limit: 'How many requests the account may send within 5 minutes.',
  schedules_limit: 'A limit of the account that its operator sets.',
  new_password: 'A new password. It is never returned.',
  ...stamps,
}

/**
 * Descriptions according to the interface, for fields whose usual descriptions include choices of this service. A field is
 * named with its object, or with the body that contains it.
 */
export const membersByInterface: Readonly<Record<string, string>> = {
  'Resource.name': 'The name. No two resources have the same one.',
  'NewBooking.end': `When it ends. ${written}`,
  'BookingChange.end': `When it ends. ${written}`,
  'Collaborator.email': 'The address of the collaborator.',
  'User.schedules_limit': 'The interface does not say what it means.',
}

/** A value of each field, for examples and tests of validators. */
export const memberExamples: Readonly<Record<string, unknown>> = {
  name: 'Tejo',
  description: 'Meeting room with a view of the river',
  title: 'Stand-up',
  all_day_display: false,
  custom_1: '14 seats',
  custom_2: 'Second floor',
  schedule_id: 'lisbon-studio',
  invite: true,
  user: { email: 'jonas@ribeira.example', firstname: 'Jonas', lastname: 'Weber' },
  firstname: 'Jonas',
  lastname: 'Weber',
  allow_collaboration: true,
  profile_completed: true,
  collaboration_limit: 100,
  request_rate_limit: 100_000,
  schedules_limit: 100,
  new_password: 'correct horse',
  'User.id': 'mira',
  'user.email': 'jonas@ribeira.example',
}
