import { accepted, type Check, check, has, isObject, type JsonObject, same } from '../../runner/index.js'
import { createdId } from '../created.js'
import type { TrialOptions } from './trials.js'
import { idOf, type Way, wayOf, ways } from './ways.js'

/** A boolean of a kind of object: one row is one field of section 2.1 or 2.2. */
interface Flag {
  readonly kind: Way['kind']
  readonly member: string
  /** How the ids of its checks begin. */
  readonly byDefault: string
  readonly values: string
  /** Unless the flag may be said of any object. */
  readonly options: TrialOptions
}

/** Both times at 0:00 in whatever zone the user has: they carry none (section 2.2). Each object has days of its own. */
const wholeDays = (index: number): JsonObject => {
  const first = 2 + index * 3
  const day = (number: number) => `2023-05-${String(number).padStart(2, '0')} 00:00`
  return { start: day(first), end: day(first + 1) }
}

const flags: readonly Flag[] = [
  { kind: 'resource', member: 'text_bold', byDefault: 'RES-14.default', values: 'RES-14', options: {} },
  { kind: 'booking', member: 'text_bold', byDefault: 'BKG-13.default', values: 'BKG-13', options: {} },
  {
    kind: 'booking',
    member: 'all_day_display',
    byDefault: 'BKG-20',
    values: 'BKG-21',
    options: { members: wholeDays },
  },
]

const unsetFlag = ({ kind, member, byDefault, options }: Flag) =>
  check(byDefault, `the ${member} of a ${kind} is false by default`, async context => {
    const { owner, schedule, given, name, slot } = context
    const [list, body] =
      kind === 'resource'
        ? [schedule.resources, { name: name() }]
        : [
            schedule.bookings,
            {
              // What its resource is like says nothing of a booking.
              resource_id: (await given.resource({ text_bold: true })).id,
              title: name(),
              ...slot(),
              ...options.members?.(0),
            },
          ]

    const id = createdId(await owner.post(list, body), `a ${kind} without ${member}`)

    const reply = await owner.get(`${list}/${id}`)
    const value = isObject(reply.data) ? reply.data[member] : undefined
    same(value, false, `${member} of a ${kind} that was created without it`, reply)
  })

/** Looks at this member alone: what the flag does to others is another question (BKG-23). */
const takesBoth = ({ kind, member, values, options }: Flag, way: Way) =>
  check(
    idOf(way, values),
    `the ${member} of a ${kind} can be true, and false again, ${way.words}`,
    async context => {
      const trial = await way.begin(context, options)

      for (const value of [true, false]) {
        const reply = await trial.write({ [member]: value })
        accepted(reply, `${member} ${value} ${way.words}`)
        for (const read of await trial.written(reply)) has(read, { [member]: value }, `a ${kind}`, reply)
      }
    },
  )

const notBoolean = ['yes', 2, {}]

const refusesOthers = ({ member }: Flag, id: string, way: Way) =>
  check(id, `a ${member} that is no boolean is refused ${way.words}`, { level: 'should' }, async context => {
    const trial = await way.begin(context)

    await trial.refuses(
      ...notBoolean.map(value => ({
        members: { [member]: value },
        words: `the ${member} ${JSON.stringify(value)}`,
      })),
    )
    await trial.takes({ members: { [member]: true }, words: `${member} true` })
  })

export const booleanChecks: readonly Check[] = [
  ...flags.map(unsetFlag),
  ...flags.flatMap(flag => ways[flag.kind].map(way => takesBoth(flag, way))),
  ...flags
    .filter(({ member }) => member === 'text_bold')
    .flatMap(flag =>
      flag.kind === 'resource'
        ? ways.resource.map(way => refusesOthers(flag, idOf(way, 'RES-15'), way))
        : [refusesOthers(flag, 'BKG-13.type', wayOf('booking', 'update'))],
    ),
]
