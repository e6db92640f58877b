import { accepted, holds, same } from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import type { Json } from '../../http/json.js'
import { me } from '../../http/paths.js'
import { takesNoLineEnd } from '../line-ends.js'
import { account, accountIs, alone, counted, refuses, takes } from './account.js'

const texts = [
  ['firstname', 50, 'USER-07', 'USER-07.characters', 'USER-07.code-points'],
  ['lastname', 100, 'USER-08', 'USER-08.characters', 'USER-08.code-points'],
] as const

/** Asserts that a text of the maximum length is kept as it was sent, and that longer ones are refused and change nothing. */
async function keepsLength({ anyone }: Context, member: string, right: string, ...tooLong: string[]) {
  const before = await account(anyone)
  const changeTo = (text: string) => [`a ${member} of ${counted(text)}`, { [member]: text }] as const
  const [what, members] = changeTo(right)

  await takes(anyone, before, members, what)
  await refuses(anyone, { ...before, ...members }, tooLong.map(changeTo))
}

interface Choice {
  readonly member: string
  /** The rule about which values are valid. */
  readonly allows: string
  readonly right: readonly [string, string, ...string[]]
  /** The rule that all other values are invalid. */
  readonly forbids: string
  /** Every object has a member "constructor", which a lookup by name in JavaScript finds. */
  readonly wrong: readonly Json[]
  /** Wrong only in its letter case: if it reads as the right value, that is a warning. */
  readonly lax?: string
}

const choices: readonly Choice[] = [
  {
    member: 'language_tag',
    allows: 'USER-09',
    right: ['de', 'en'],
    forbids: 'USER-10',
    wrong: ['fr', 'en-US', '', 'constructor'],
    lax: 'EN',
  },
  {
    member: 'date_format',
    allows: 'USER-12',
    right: ['m/d/Y', 'm-d-Y', 'm.d.Y', 'd/m/Y', 'd-m-Y', 'd.m.Y', 'Y/m/d', 'Y-m-d', 'Y.m.d'],
    forbids: 'USER-13',
    wrong: ['Y-m-D', 'dd.mm.yyyy', 'Y m d', 'm/d-Y', 'Y/d/m', 'constructor', 'm/d', '', 0],
  },
  {
    member: 'time_format',
    allows: 'USER-14',
    right: ['H:i', 'h:i A', 'h:i a'],
    forbids: 'USER-15',
    wrong: ['H:i:s', 'h:i', 'g:i a', 'constructor', '', true],
  },
  {
    member: 'timezone',
    allows: 'USER-16',
    // At least one zone of each area, and one of each name with three parts.
    right: [
      'Europe/Berlin',
      'America/New_York',
      ...['Asia/Tokyo', 'Australia/Lord_Howe'],
      ...['America/Argentina/Buenos_Aires', 'America/Indiana/Knox', 'America/Kentucky/Monticello'],
      ...['America/North_Dakota/Center', 'Africa/Cairo', 'Antarctica/Palmer', 'Atlantic/Azores'],
      ...['Indian/Mauritius', 'Pacific/Auckland', 'Etc/UTC', 'UTC'],
    ],
    forbids: 'USER-18',
    wrong: ['Mars/Phobos', 'Berlin', 'CEST', '+02:00', 'GMT+2', '', 0],
  },
  {
    member: 'first_day_of_week',
    allows: 'USER-19',
    right: ['monday', 'saturday', 'sunday'],
    forbids: 'USER-20',
    wrong: ['tuesday', 'constructor', 1, ''],
    lax: 'Monday',
  },
]

/**
 * Asserts that each value is accepted and reads as it was sent, a time zone by any of its names, and that nothing else of
 * the account changes.
 */
export async function takesEach({ anyone }: Context, member: string, values: readonly Json[]) {
  const before = await account(anyone)

  for (const value of values) {
    await takes(anyone, before, { [member]: value }, `${member} ${JSON.stringify(value)}`)
  }
}

async function takesNoOther({ anyone, warn }: Context, { member, right, wrong, lax }: Choice) {
  const [first, second] = right
  await anyone.change(me, { [member]: first })
  const before = { ...(await account(anyone)), [member]: first }

  const changes = [...wrong, `${first}\nx`].map(
    value => [`${member} ${JSON.stringify(value)}`, { [member]: value }] as const,
  )
  await refuses(anyone, before, changes)
  await takesNoLineEnd(await anyone.put(me, { [member]: `${first}\n` }), member, async () => [
    await anyone.read(me),
  ])

  if (lax !== undefined) {
    const reply = await anyone.put(me, { [member]: lax })
    if (reply.ok) {
      const what = `${member} ${JSON.stringify(lax)}, which differs from an allowed value in letter case,`
      const read = (await anyone.read(me))[member]
      holds(right.includes(String(read)), `${what} was accepted and reads as ${JSON.stringify(read)}`, {
        expected: right,
        actual: read,
        replies: [reply],
      })
      warn(`${what} was accepted`, reply)
    }
  }
  await takes(anyone, before, { [member]: second }, `${member} ${JSON.stringify(second)}`)
}

const linkNames = [
  ...['Asia/Kolkata', 'Asia/Calcutta', 'US/Eastern', 'Etc/GMT+5', 'Arctic/Longyearbyen', 'Brazil/East'],
  ...['Canada/Pacific', 'Chile/Continental', 'Mexico/General', 'Japan', 'CET', 'Etc/GMT-9', 'US/Pacific'],
]

/** One of every dozen names in the tz database, all of them decades old. */
const namesFromEverywhere = [
  ...['Africa/Algiers', 'Africa/Johannesburg', 'Africa/Nairobi', 'Africa/Tunis', 'America/Anchorage'],
  ...['America/Argentina/Ushuaia', 'America/Bogota', 'America/Caracas', 'America/Costa_Rica'],
  ...['America/Edmonton', 'America/Halifax', 'America/Los_Angeles', 'America/Managua', 'America/Mexico_City'],
  ...['America/Puerto_Rico', 'America/Santiago', 'America/Tijuana', 'America/Whitehorse', 'Asia/Baghdad'],
  ...['Asia/Dubai', 'Asia/Manila', 'Asia/Omsk', 'Asia/Singapore', 'Asia/Vladivostok', 'Atlantic/Stanley'],
  ...['Australia/Sydney', 'Europe/Dublin', 'Europe/London', 'Europe/Paris', 'Europe/Stockholm'],
  ...['Europe/Zurich', 'Pacific/Norfolk', 'Pacific/Tongatapu'],
]

export const userFieldChecks: readonly Check[] = [
  ...texts.flatMap(([member, longest, length, characters, emoji]) => [
    check(
      length,
      `a ${member} of ${longest} characters is kept and one of ${longest + 1} is refused`,
      alone,
      context => keepsLength(context, member, context.name(longest), context.name(longest + 1)),
    ),
    check(characters, `the length of ${member} is counted in characters, not in bytes`, alone, context => {
      const tooLong = ['é', '😀'].map(character => character.repeat(longest + 1))
      return keepsLength(context, member, '会'.repeat(longest), ...tooLong)
    }),
    check(emoji, `a ${member} of ${longest} emoji is kept`, { ...alone, level: 'should' }, context =>
      keepsLength(context, member, '😀'.repeat(longest)),
    ),
  ]),

  ...choices.flatMap(choice => {
    const { member, allows, right, forbids } = choice
    return [
      check(
        allows,
        `every allowed value of ${member} is accepted and ${member === 'timezone' ? 'kept' : 'returned as it was sent'}`,
        alone,
        context => takesEach(context, member, right),
      ),
      check(forbids, `a ${member} that is not allowed is refused`, alone, context =>
        takesNoOther(context, choice),
      ),
    ]
  }),

  check('USER-16.regions', 'time zones of every region are accepted', alone, async ({ anyone }) => {
    for (const timezone of namesFromEverywhere) {
      const reply = await anyone.put(me, { timezone })
      accepted(reply, `timezone ${timezone}`)
    }
    const last = namesFromEverywhere.at(-1)
    same((await anyone.read(me)).timezone, last, `timezone after ${namesFromEverywhere.length} changes`)
  }),

  check(
    'USER-17',
    'older and alternative names of time zones are accepted and not rewritten',
    alone,
    async ({ anyone }) => {
      const before = await account(anyone)

      for (const timezone of linkNames) {
        const reply = await anyone.put(me, { timezone })

        accepted(reply, `timezone "${timezone}"`)
        const read = await accountIs(anyone, { ...before, timezone }, reply)
        same(read.timezone, timezone, 'timezone of the account', reply)
      }
    },
  ),
]
