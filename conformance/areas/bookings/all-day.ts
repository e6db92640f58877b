import { accepted, type Check, check, has } from '../../runner/index.js'
import { idIn } from './booked.js'

const flag = { all_day_display: true }
const stored = (value: unknown) => (value === true ? 'stores it' : 'clears it')

export const allDayChecks: readonly Check[] = [
  check('BKG-22', 'what all_day_display does away from midnight', async context => {
    const { owner, schedule, given, slot, observe } = context
    const resource = await given.resource()
    const booking = await given.booking(resource)

    const created = await owner.post(schedule.bookings, { resource_id: resource.id, ...slot(), ...flag })
    const read = created.ok ? await owner.read(`${schedule.bookings}/${idIn(created)}`) : undefined
    observe(
      `a POST of all_day_display = true for half an hour: the target ${read ? stored(read.all_day_display) : 'refuses it'}`,
      created,
    )

    const put = await owner.put(booking.path, flag)
    const after = put.ok ? await owner.read(booking.path) : undefined
    observe(
      `a PUT of all_day_display = true for half an hour: the target ${after ? stored(after.all_day_display) : 'refuses it'}`,
      put,
    )
  }),

  check(
    'BKG-21.zone',
    "all_day_display goes by midnight in the user's time zone",
    { changes: ['owner'], danger: ['own', 'acct'] },
    async ({ owner, given, settings }) => {
      const timezone = 'Asia/Kolkata'
      await settings(owner, { timezone })
      const resource = await given.resource()
      const booking = await given.booking(resource, { start: '2023-05-10 00:00', end: '2023-05-11 00:00' })
      const what = `a booking from midnight to midnight of a user in ${timezone}`

      for (const all_day_display of [true, false]) {
        const reply = await owner.put(booking.path, { all_day_display })

        accepted(reply, `all_day_display = ${all_day_display} for ${what}`)
        const { items } = await owner.list(resource.bookings)
        for (const read of [await owner.read(booking.path), ...items]) {
          has(read, { all_day_display }, what, reply)
        }
      }
    },
  ),

  check(
    'BKG-23',
    'all_day_display = true leaves the form of start and end alone',
    async ({ owner, given }) => {
      const resource = await given.resource()
      const times = { start: '2023-05-10T00:00:00', end: '2023-05-11T00:00:00' }
      const booking = await given.booking(resource, { ...times, all_day_display: false })
      const { start = '', end = '', start_utc = '', end_utc = '' } = booking.was

      accepted(await owner.put(booking.path, flag), 'all_day_display = true from midnight to midnight')

      const single = await owner.read(booking.path)
      const { items } = await owner.list(resource.bookings)
      for (const read of [single, ...items]) {
        has(read, { ...flag, start, end, start_utc, end_utc }, 'a booking with all_day_display = true')
      }
    },
  ),
]
