import { type Check, check, holds, isObject } from '../../runner/index.js'
import { createdId } from '../created.js'
import type { Sample } from './trials.js'
import { dashed, idOf, type RuleId, refusalId, type Way, wayOf, ways } from './ways.js'

/** A colour of a kind of object: one row is one field of section 2.1 or 2.2. */
interface Colour {
  readonly kind: Way['kind']
  readonly member: string
  readonly unset: string
  /** How the ids of its checks begin. */
  readonly byDefault: string
  readonly values: RuleId
  readonly refused: RuleId
  readonly lowerCase: string
}

const resourceColour = (member: string, unset: string, byDefault: string): Colour => ({
  kind: 'resource',
  member,
  unset,
  byDefault,
  values: ['RES-11', dashed(member)],
  refused: ['RES-12', dashed(member)],
  lowerCase: `RES-13.${dashed(member)}`,
})

const bookingColour = (member: string, unset: string, rule: string): Colour => ({
  kind: 'booking',
  member,
  unset,
  byDefault: `${rule}.default`,
  values: [rule, 'values'],
  refused: [rule, 'refused'],
  lowerCase: `${rule}.lower-case`,
})

const colours: readonly Colour[] = [
  resourceColour('color_fg', '#000000', 'RES-08'),
  resourceColour('color_bk', '#FFFFFF', 'RES-09'),
  resourceColour('color_schedule', '#FFFFFF', 'RES-10'),
  bookingColour('color_fg', '#000000', 'BKG-11'),
  bookingColour('color_bk', '#FFFFFF', 'BKG-12'),
]

const right = ['#123456', '#ABCDEF', '#000000', '#FFFFFF']

/** Names, no hash, something before it, too few and too many digits, no digits, CSS, and a digit that only looks like one. */
const wrong = [
  'red',
  '123456',
  'x#123456',
  '#12345',
  '#1234567',
  '#FFF',
  '#GGGGGG',
  '#FFFFFFFF',
  'rgb(0,0,0)',
  '#12345\uFF16',
]

/** The colours of the resource of a booking, which are none of the booking's. */
const others = { color_fg: '#FFFFFF', color_bk: '#000000' }

const sampleOf = ({ member }: Colour, value: string): Sample => ({
  members: { [member]: value },
  words: `the ${member} "${value}"`,
})

const unsetColour = ({ kind, member, unset, byDefault }: Colour) =>
  check(byDefault, `the ${member} of a ${kind} is ${unset} by default`, async context => {
    const { owner, schedule, given, name, slot } = context
    const [list, body] =
      kind === 'resource'
        ? [schedule.resources, { name: name() }]
        : [schedule.bookings, { resource_id: (await given.resource(others)).id, title: name(), ...slot() }]

    const id = createdId(await owner.post(list, body), `a ${kind} without colours`)

    const reply = await owner.get(`${list}/${id}`)
    const value = isObject(reply.data) ? reply.data[member] : undefined
    holds(
      typeof value === 'string' && value.toLowerCase() === unset.toLowerCase(),
      `the ${member} of a ${kind} that was created without one is not ${unset}`,
      { expected: unset, actual: value, replies: [reply] },
    )
  })

const takesColours = (colour: Colour, way: Way) =>
  check(
    idOf(way, ...colour.values),
    `any #RRGGBB is taken for ${colour.member}, and for it alone, ${way.words}`,
    async context => {
      const trial = await way.begin(context)

      for (const value of right) await trial.takes(sampleOf(colour, value))
    },
  )

const refusesOthers = (colour: Colour, way: Way) =>
  check(
    refusalId(way, colour.member, ...colour.refused),
    `what is not #RRGGBB is refused for ${colour.member} ${way.words}`,
    async context => {
      const trial = await way.begin(context)

      await trial.refuses(...wrong.map(value => sampleOf(colour, value)))
      await trial.takes(sampleOf(colour, '#123456'))
    },
  )

const takesLowerCase = (colour: Colour) =>
  check(
    colour.lowerCase,
    `the ${colour.member} of a ${colour.kind} may be written in lower-case digits`,
    { level: 'should' },
    async context => {
      const trial = await wayOf(colour.kind, 'update').begin(context)

      await trial.takes(sampleOf(colour, '#abcdef'))
    },
  )

export const colourChecks: readonly Check[] = [
  ...colours.map(unsetColour),
  ...colours.flatMap(colour => ways[colour.kind].map(way => takesColours(colour, way))),
  ...colours.flatMap(colour => ways[colour.kind].map(way => refusesOthers(colour, way))),
  ...colours.map(takesLowerCase),
]
