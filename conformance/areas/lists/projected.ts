import {
  Blocked,
  type Context,
  holds,
  isObject,
  isSame,
  type JsonObject,
  type Reply,
} from '../../runner/index.js'
import { membersOf } from '../members.js'
import { type Sample, type Scope, sharedSample } from './scopes.js'

/** Members of the objects that `twoFull` makes, beside those that every object has of its own. */
const filled = {
  resource: {
    description: 'by the window',
    color_fg: '#123456',
    color_bk: '#ABCDEF',
    color_schedule: '#654321',
    text_bold: true,
    link: 'https://example.com/room',
    link_title: 'the room',
    note: 'first line\nsecond line',
    custom_1: 'one',
    custom_2: 'two',
  },
  booking: {
    color_fg: '#123456',
    color_bk: '#ABCDEF',
    text_bold: true,
    link: 'https://example.com/meeting',
    link_title: 'the meeting',
    note: 'first line\nsecond line',
    custom_1: 'one',
    custom_2: 'two',
  },
  collaborator: { user_role: 'editor' },
}

/** Two objects of a list, one with a value of its own in every member, one with the defaults. Only to be read. */
export const twoFull = (context: Context, scope: Scope): Promise<Sample> =>
  sharedSample(context, scope, {
    count: 2,
    members: (index): JsonObject => (index === 0 ? filled[scope.kind] : {}),
  })

/** The members of its objects; without `user`, which only collaborators with an account have. */
export const memberNames = ({ kind }: Scope): readonly string[] =>
  Object.keys(membersOf[kind]).filter(name => name !== 'user')

/** Some combinations of members, beside each alone: with and without `id`, in other orders than that of the document. */
export const combinations = ({ mark }: Scope): readonly string[] => [
  `id,${mark}`,
  `${mark},id`,
  `updated_at,${mark}`,
  `${mark},created_at,schedule_id`,
]

/** Answers to `fields`, and the one without, read in a row. */
export interface Projections {
  readonly whole: Reply
  readonly replies: ReadonlyMap<string, Reply>
}

/** The list of `twoFull` with each member alone, and with combinations. */
export const listProjections = (context: Context, scope: Scope): Promise<Projections> =>
  context.once(`fields of the list ${scope.name}`, async () => {
    const { path, only, objects } = await twoFull(context, scope)
    const found = await projections(scope, fields => context.owner.get(path, { ...only, ...fields }))
    if (objectsIn(found.whole).length === objects.length || !Object.hasOwn(only, 'ids')) return found
    throw new Blocked('LIST-21', {
      message: `the list of ${scope.words} does not return the two that ids names`,
      expected: only.ids,
      actual: found.whole.body ?? found.whole.text,
      replies: [found.whole],
    })
  })

/** The first object of `twoFull` with each member alone, and with combinations. */
export const singleProjections = (context: Context, scope: Scope): Promise<Projections> =>
  context.once(`fields of a single ${scope.kind}`, async () => {
    const { objects } = await twoFull(context, scope)
    return projections(scope, fields => context.owner.get(objects[0]?.path ?? '', fields))
  })

/** The second object of `twoFull`, which has the defaults, with all members at once. */
export const plainProjection = async (context: Context, scope: Scope): Promise<Projections> => {
  const { objects } = await twoFull(context, scope)
  return projections(scope, fields => context.owner.get(objects[1]?.path ?? '', fields), [allMembers(scope)])
}

/** In another order than that of the document. */
const allMembers = (scope: Scope) => [...memberNames(scope)].reverse().join(',')

async function projections(
  scope: Scope,
  get: (fields: { fields?: string }) => Promise<Reply>,
  wanted = [...memberNames(scope), ...combinations(scope), allMembers(scope)],
): Promise<Projections> {
  const whole = await get({})
  const replies = new Map<string, Reply>()
  for (const fields of wanted) replies.set(fields, await get({ fields }))
  return { whole, replies }
}

/** The objects that an answer has under data, alone or in an array. */
export const objectsIn = ({ data }: Reply) => [data].flat().filter(isObject)

/** An object has the named members and no other. */
export function hasExactlyMembers(object: JsonObject, fields: string, what: string, reply: Reply): void {
  const expected = [...new Set(fields.split(','))].sort()
  const actual = Object.keys(object).sort()
  holds(isSame(actual, expected), `an object of ${what} must have exactly the members ${fields}`, {
    expected,
    actual,
    replies: [reply],
  })
}
