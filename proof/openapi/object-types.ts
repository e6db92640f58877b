import { newAccount } from '../../server/core/contract/user.js'
import { userMembers } from '../../server/core/openapi/members.js'
import { type JsonSchema, schemaOf, schemas, writtenTime } from '../../server/core/openapi/schemas.js'

/*
 * The TypeScript types of objects and bodies, with the comments that editors show for their members. They cannot be inferred
 * from the contract: the members of its schemas lose their comments in declarations.
 */

const newAccountMembers = {
  ...userMembers,
  id: 'Letters, digits and any of `. _ ~ -`; at most 100. Chosen by the service by default.',
  password: 'The password to log in with.',
}
const account: JsonSchema = {
  ...schemaOf(newAccount, newAccountMembers),
  description: 'An account to create, for which the document has no operation.',
}

/** The types of each module by name, and the schemas that they are generated from. */
export const objectTypes: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>> = {
  resource: {
    Resource: schemas.Resource,
    NewResourceBody: schemas.NewResource,
    ResourceBody: schemas.ResourceChange,
  },
  booking: {
    Booking: schemas.Booking,
    NewBookingBody: schemas.NewBooking,
    BookingBody: schemas.BookingChange,
  },
  collaborator: {
    Collaborator: schemas.Collaborator,
    NewCollaboratorBody: schemas.NewCollaborator,
    CollaboratorBody: schemas.CollaboratorChange,
  },
  user: { User: schemas.User, UserBody: schemas.UserChange, NewAccount: account },
}

export const typesFile = (module: string): string => `server/core/contract/object-types/${module}.ts`

const colour = '#[0-9A-Fa-f]{6}'

/** What a comment says about the format of a value, beyond its type. */
function formOf({ pattern = '', maxLength, minLength }: JsonSchema): string[] {
  if (pattern.includes(colour)) return ['`#RRGGBB`.']
  if (maxLength === undefined || pattern === writtenTime.pattern) return []
  return [
    minLength === undefined ? `At most ${maxLength} characters.` : `${minLength} to ${maxLength} characters.`,
  ]
}

function commentOf(schema: JsonSchema): string {
  const { description = '', default: initial } = schema
  const ending = initial === undefined ? [] : [`@default ${JSON.stringify(initial)}`]
  return [description, ...formOf(schema), ...ending].join(' ')
}

function typeOf(schema: JsonSchema, isRead: boolean): string {
  const { type, enum: words, anyOf, properties } = schema
  if (anyOf) {
    const types = (anyOf as JsonSchema[]).map(each => typeOf(each, isRead))
    // A client has to accept 1 and 0, and converts them to booleans.
    return isRead && types.includes('boolean') ? 'boolean' : types.join(' | ')
  }
  if (words) return words.map(word => (typeof word === 'string' ? `'${word}'` : word)).join(' | ')
  if (properties) return ['{', ...memberLines(schema, isRead).map(line => `  ${line}`), '  }'].join('\n')
  return type === 'integer' ? 'number' : String(type)
}

interface Member {
  name: string
  type: string
  comment: string
  isRequired: boolean
}

function membersOf({ properties, required = [] }: JsonSchema, isRead: boolean): Member[] {
  const members = Object.entries(properties ?? {}) as [string, JsonSchema][]
  return (
    members
      // A body may contain read-only members, which are ignored: no program needs to send them.
      .filter(([, member]) => isRead || !member.readOnly)
      .map(([name, each]) => ({
        name,
        type: typeOf(each, isRead),
        comment: commentOf(each),
        isRequired: required.includes(name),
      }))
  )
}

const linesOf = (members: readonly Member[]): string[] =>
  members.flatMap(({ name, type, comment, isRequired }) => [
    `  /** ${comment} */`,
    `  ${name}${isRequired ? '' : '?'}: ${type}${isRequired ? '' : ' | undefined'}`,
  ])

const memberLines = (schema: JsonSchema, isRead: boolean): string[] => linesOf(membersOf(schema, isRead))

/** The minimum number of members shared with an object for a body type to refer to the type of that object. */
const several = 3

/** The content of a type: first the members that it shares with the object of its module, then its own. */
function contentOf(schema: JsonSchema, isRead: boolean, object: string, all: readonly Member[]): string {
  const members = membersOf(schema, isRead)
  const isShared = ({ name, type, comment, isRequired }: Member) =>
    !isRead &&
    !isRequired &&
    all.some(each => each.name === name && each.type === type && each.comment === comment)
  const shared = members.filter(isShared)
  if (shared.length < several) return ['{', ...linesOf(members), '}'].join('\n')
  const others = all.filter(({ name }) => !shared.some(each => each.name === name))
  const without = others.map(({ name }) => `'${name}'`).join(' | ')
  const some = `{\n  [Name in keyof Omit<${object}, ${without}>]?: ${object}[Name] | undefined\n}`
  const own = linesOf(members.filter(member => !isShared(member)))
  return own.length === 0 ? some : [`${some} & {`, ...own, '}'].join('\n')
}

/** Returns the source of the module with the types of an object. */
export function objectTypesText(module: string): string {
  const types = Object.entries(objectTypes[module] ?? {})
  const [[object, read] = ['', {}]] = types
  const all = membersOf(read, true)
  const declarations = types.map(
    ([name, schema]) =>
      `/** ${schema.description} */\nexport type ${name} = ${contentOf(schema, name === object, object, all)}`,
  )
  return `// biome-ignore-all format: written by npm run snapshots from the contract and its descriptions\n\n${declarations.join('\n\n')}\n`
}
