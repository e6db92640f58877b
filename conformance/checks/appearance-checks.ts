import { accepted, createdId, has, holds, same } from '../check/assertions.js'
import { type Check, check } from '../check/check.js'
import type { Context } from '../check/context.js'
import { each } from '../check/ids.js'
import { isObject, type JsonObject } from '../http/json.js'
import { takesNoLineEnd } from './line-ends.js'
import {
  eachWrite,
  type Write,
  type WriteOptions,
  type Writer,
  writeCheck,
  writes,
} from './written-members.js'

/** Reads a member of an object that was created without it. */
async function createdWithout(
  member: string,
  kind: Write['kind'],
  { owner, schedule, given, name, slot }: Context,
  others: JsonObject = {},
) {
  const list = schedule[`${kind}s`]
  // A booking does not inherit the appearance of its resource.
  const look = { color_fg: '#FFFFFF', color_bk: '#000000', text_bold: true }
  const required =
    kind === 'resource'
      ? { name: name() }
      : { resource_id: (await given.resource(look)).id, title: name(), ...slot() }
  const id = createdId(await owner.post(list, { ...required, ...others }), `a ${kind} without ${member}`)

  const reply = await owner.get(`${list}/${id}`)
  return { value: isObject(reply.data) ? reply.data[member] : undefined, reply }
}

const colours = ['#123456', '#ABCDEF', '#000000', '#FFFFFF']

/** Names, no hash, a prefix, too few and too many digits, no digits, CSS, a look-alike of a digit, and a second line. */
const notColours = [
  ...['red', '123456', 'x#123456', '#12345', '#1234567', '#FFF', '#GGGGGG', '#FFFFFFFF', 'rgb(0,0,0)'],
  '#12345\uFF16',
  '#123456\nred',
]

/** Asserts that an empty colour was refused, or reads as a colour: a target may treat it as no colour. */
async function keepsNoEmptyColour(writer: Writer, member: string): Promise<void> {
  const reply = await writer.send({ [member]: '' })
  if (!reply.ok) return
  for (const object of await writer.written(reply)) {
    holds(
      /^#[\dA-F]{6}$/i.test(String(object[member])),
      `an empty ${member} is accepted, and read as no colour`,
      {
        expected: 'a refusal, or a colour',
        actual: object[member],
        replies: [reply],
      },
    )
  }
}

/** The ids of the checks of a colour member. */
export interface ColourIds {
  readonly byDefault: string
  readonly lowerCase: string
  readonly values: readonly string[]
  readonly wrong: readonly string[]
}

/** The checks of a colour member, which reads as `unset` in an object that was created without it. */
export function colourChecks(
  kind: Write['kind'],
  member: string,
  unset: string,
  ids: ColourIds,
): readonly Check[] {
  const { byDefault, values, wrong, lowerCase } = ids
  const sampleOf = (value: string) => ({
    members: { [member]: value },
    words: `the ${member} ${JSON.stringify(value)}`,
  })
  return [
    check(byDefault, `the ${member} of a ${kind} is ${unset} by default`, async context => {
      const { value, reply } = await createdWithout(member, kind, context)

      const isUnset = typeof value === 'string' && value.toLowerCase() === unset.toLowerCase()
      holds(isUnset, `the ${member} of a ${kind} that was created without one is not ${unset}`, {
        expected: unset,
        actual: value,
        replies: [reply],
      })
    }),

    ...eachWrite(kind, values, `any #RRGGBB is accepted for ${member}`, async writer => {
      for (const value of colours) await writer.keeps(sampleOf(value))
    }),

    ...eachWrite(kind, wrong, `what is not #RRGGBB is refused for ${member}`, async writer => {
      await writer.refuses(...notColours.map(sampleOf))
      const reply = await writer.send({ [member]: '#123456\n' })
      await takesNoLineEnd(reply, member, () => writer.written(reply))
      await keepsNoEmptyColour(writer, member)
      await writer.keeps(sampleOf('#123456'))
    }),

    writeCheck(
      writes[kind].update,
      lowerCase,
      `the ${member} of a ${kind} may be written in lower-case digits`,
      { level: 'should' },
      async writer => writer.keeps(sampleOf('#abcdef')),
    ),
  ]
}

/** A boolean member, which is false in an object that was created without it. */
export interface Flag {
  readonly member: string
  readonly byDefault: string
  readonly values: readonly string[]
  /** Each of these writes refuses values that are not booleans; `.type` is an update. */
  readonly refused: readonly string[]
  /** The members that the n-th object must have for the flag to be true. */
  readonly others?: (index: number) => JsonObject
}

export function flagChecks(kind: Write['kind'], flag: Flag): readonly Check[] {
  const { member, others } = flag
  const options: WriteOptions = others ? { members: others } : {}
  const sampleOf = (value: boolean | string | number | JsonObject) => ({
    members: { [member]: value },
    words: `the ${member} ${JSON.stringify(value)}`,
  })
  return [
    check(flag.byDefault, `the ${member} of a ${kind} is false by default`, async context => {
      const { value, reply } = await createdWithout(member, kind, context, others?.(0))

      same(value, false, `${member} of a ${kind} that was created without it`, reply)
    }),

    ...each(flag.values, writes[kind], (id, write: Write) => {
      const title = `the ${member} of a ${kind} can be true, and false again, ${write.words}`
      return writeCheck(write, id, title, options, async writer => {
        for (const value of [true, false]) {
          const reply = await writer.send({ [member]: value })
          accepted(reply, `${member} ${value} ${write.words}`)
          // The effect of the flag on other members is a separate question (BKG-23).
          for (const read of await writer.written(reply)) has(read, { [member]: value }, `a ${kind}`, reply)
        }
      })
    }),

    ...each(flag.refused, { ...writes[kind], type: writes[kind].update }, (id, write: Write) => {
      const title = `a ${member} that is no boolean is refused ${write.words}`
      return writeCheck(write, id, title, { level: 'should' }, async writer => {
        await writer.refuses(sampleOf('yes'), sampleOf('false'), sampleOf(2), sampleOf({}))
        await writer.keeps(sampleOf(true))
      })
    }),
  ]
}
