import type { SeedInput } from '../server/index.js'

export interface BannerOptions {
  title: string
  url: string
  seed: SeedInput
  /** Whether it goes on with data that were there before; then the seed says nothing of them. */
  isContinued: boolean
  isControlled: boolean
  notes: readonly string[]
  colour: boolean
}

type Users = NonNullable<SeedInput['users']>
type Schedules = NonNullable<SeedInput['schedules']>

const mostListed = 8

/** What somebody reads who has just started a service: where it is, who can log in, and what to try first. */
export function banner({
  title,
  url,
  seed,
  isContinued,
  isControlled,
  notes,
  colour,
}: BannerOptions): string {
  const bold = (text: string) => (colour ? `\u001B[1m${text}\u001B[0m` : text)
  const { users = [], schedules = [] } = seed
  const sections = [
    [bold(title)],
    users.length > 0
      ? [bold('Log in as'), ...accounts(users, schedules)]
      : [isContinued ? continued : nobody(isControlled)],
    schedules.length > 0
      ? [bold('Schedules'), ...listed(schedules.map(schedule => `${schedule.id} (${sizeOf(schedule)})`))]
      : [],
    users.length > 0 ? [bold('Try'), ...examples(url, users, schedules).map(line => `  ${line}`)] : [],
    [bold('Good to know'), ...notes.map(line => `  ${line}`)],
  ]
  return `\n${sections
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n')}\n`
}

const continued = 'It goes on with the data that were there; the seed was not planted.'

const nobody = (isControlled: boolean) =>
  isControlled
    ? 'There is no account yet: create some by the control interface.'
    : 'There is no account: give a --seed, or a --control-token to create some.'

function listed(lines: readonly string[]): string[] {
  const shown = lines.slice(0, mostListed).map(line => `  ${line}`)
  return lines.length > mostListed ? [...shown, `  and ${lines.length - mostListed} more`] : shown
}

function accounts(users: Users, schedules: Schedules): string[] {
  const emailWidth = Math.max(...users.slice(0, mostListed).map(user => user.email.length))
  const passwordWidth = Math.max(...users.slice(0, mostListed).map(user => user.password.length))
  const zoneWidth = Math.max(...users.slice(0, mostListed).map(user => (user.timezone ?? 'UTC').length))
  return listed(
    users.map(user => {
      const columns = [
        user.email.padEnd(emailWidth),
        user.password.padEnd(passwordWidth),
        (user.timezone ?? 'UTC').padEnd(zoneWidth),
        partsOf(user.email, schedules),
      ]
      return columns.join('  ').trimEnd()
    }),
  )
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

function partsOf(email: string, schedules: Schedules): string {
  const parts = schedules.flatMap(({ id, owner, collaborators = [] }) => {
    if (same(owner, email)) return [`owner of ${id}`]
    const own = collaborators.find(collaborator => same(collaborator.email, email))
    return own ? [`${own.user_role ?? 'viewer'} of ${id}`] : []
  })
  return parts.length > 3 ? `${parts.slice(0, 3).join(', ')}...` : parts.join(', ')
}

const sizeOf = ({ resources = [], bookings = [] }: Schedules[number]) =>
  `${resources.length} resources, ${bookings.length} bookings`

function examples(url: string, users: Users, schedules: Schedules): string[] {
  const [schedule] = schedules
  const owner = users.find(user => same(user.email, schedule?.owner ?? '')) ?? users[0]
  if (!owner) return []
  const curl = `curl -u ${quoted(`${owner.email}:${owner.password}`)}`
  if (!schedule) return [`${curl} ${url}/v1/users/me`]
  const base = `${url}/v1/schedules/${schedule.id}`
  return [
    `${curl} '${base}/resources?limit=2'`,
    `${curl} '${base}/bookings?limit=5&fields=id,title,start,end'`,
    `${curl} -d '{"name": "Quiet corner", "color_bk": "#E0F2F1"}' ${base}/resources`,
  ]
}

/** As a shell takes it in one piece. */
export const quoted = (text: string) =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
