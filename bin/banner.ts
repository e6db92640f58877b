import { styleText } from 'node:util'
import type { SeedFile } from '../fixtures/index.js'
import type { SeedInput } from '../server/index.js'
import { counted, shellQuoted } from './terminal.js'

export interface BannerOptions {
  title: string
  url: string
  seed: SeedInput | SeedFile
  /** Whether the seed is the demo, whose passwords are public; those of other seeds are not shown. */
  isDemo: boolean
  /** Whether the service continues with existing data, which the seed does not describe. */
  isContinued: boolean
  isControlled: boolean
  notes: readonly string[]
  colour: boolean
}

type Users = NonNullable<SeedInput['users']>
type Schedules = NonNullable<BannerOptions['seed']['schedules']>

const maxListed = 8

/** Returns the startup message: the URL of the service, its log-ins, and first commands to try. */
export function banner({ title, url, seed, notes, ...options }: BannerOptions): string {
  const bold = (text: string) => (options.colour ? styleText('bold', text, { validateStream: false }) : text)
  const { users = [], schedules = [] } = seed
  const section = (heading: string, lines: readonly string[]) =>
    lines.length > 0 ? [[bold(heading), ...lines.map(line => `  ${line}`)]] : []
  const sections = [
    [bold(title)],
    ...(users.length > 0
      ? section('Log in as', shorten(accountLines(users, schedules, options)))
      : [[noUsersLine(options)]]),
    ...section('Schedules', shorten(schedules.map(schedule => `${schedule.id} (${describeSize(schedule)})`))),
    ...section('Try', examples(url, { users, schedules, ...options })),
    ...section('Good to know', notes),
  ]
  return `\n${sections.map(lines => lines.join('\n')).join('\n\n')}\n`
}

function noUsersLine({
  isContinued,
  isControlled,
}: Pick<BannerOptions, 'isContinued' | 'isControlled'>): string {
  if (isContinued) return 'Continuing with the existing data; the seed was not loaded.'
  return isControlled
    ? 'There is no account yet. Create some through the control interface.'
    : 'There is no account. Start with a --seed, or with a --control-token to create some.'
}

const shorten = (lines: readonly string[]): readonly string[] =>
  lines.length > maxListed ? [...lines.slice(0, maxListed), `and ${lines.length - maxListed} more`] : lines

function accountLines(
  users: Users,
  schedules: Schedules,
  { isDemo }: Pick<BannerOptions, 'isDemo'>,
): string[] {
  const rows = users.map(({ email, password, timezone = 'UTC' }) => [
    email,
    isDemo ? password : '(password as in the seed)',
    timezone,
    describeRoles(email, schedules),
  ])
  const widths = [0, 1, 2].map(column =>
    Math.max(...rows.slice(0, maxListed).map(row => row[column]?.length ?? 0)),
  )
  return rows.map(row =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** Describes the roles of an account in the schedules of a seed. */
export function describeRoles(email: string, schedules: Schedules): string {
  const roles = schedules.flatMap(({ id, owner, collaborators = [] }) => {
    if (same(owner, email)) return [`owner of ${id}`]
    const own = collaborators.find(collaborator => same(collaborator.email, email))
    return own ? [`${own.user_role ?? 'viewer'} of ${id}`] : []
  })
  return roles.length > 3 ? `${roles.slice(0, 3).join(', ')}...` : roles.join(', ')
}

const describeSize = ({ resources = [], bookings = [] }: Schedules[number]) =>
  `${counted(resources.length, 'resource')}, ${counted(bookings.length, 'booking')}`

interface Examples extends Pick<BannerOptions, 'isDemo'> {
  users: Users
  schedules: Schedules
}

function examples(url: string, { users, schedules, isDemo }: Examples): string[] {
  const [schedule] = schedules
  const owner = users.find(user => same(user.email, schedule?.owner ?? '')) ?? users[0]
  if (!owner) return []
  // If the password is omitted, curl asks for it.
  const curl = `curl -u ${shellQuoted(isDemo ? `${owner.email}:${owner.password}` : owner.email)}`
  if (!schedule) return [`${curl} ${url}/v1/users/me`]
  const base = `${url}/v1/schedules/${schedule.id}`
  return [
    `${curl} '${base}/resources?limit=2'`,
    `${curl} '${base}/bookings?limit=5&fields=id,title,start,end'`,
    `${curl} -d '{"name": "Quiet corner", "color_bk": "#E0F2F1"}' ${base}/resources`,
  ]
}
