import { serverDefaults } from '../server/defaults.js'
import { assertInteger, number } from './options.js'

/** The server's name of a limit, its description, and its bounds if they are not the usual ones. */
type Row<Limit> = readonly [limit: Limit, describe: string, most?: number, least?: number]

/** Creates the options of a group of limits. The server uses milliseconds, the command line seconds. */
function limitGroup<Limit extends string, Name extends string>(
  group: string,
  defaults: Readonly<Record<Limit, number>>,
  table: Readonly<Record<Name, Row<Limit>>>,
) {
  const names = Object.keys(table) as Name[]
  const isTime = (name: Name) => name.endsWith('timeout')
  const findUnit = (name: Name) => (isTime(name) ? 1000 : 1)
  const createOption = (name: Name) => {
    const [limit, describe] = table[name]
    return { ...number(defaults[limit] / findUnit(name), describe), group }
  }
  return {
    options: Object.fromEntries(names.map(name => [name, createOption(name)])) as Record<
      Name,
      ReturnType<typeof createOption>
    >,
    /** @throws UsageError for a limit that would refuse everything, or could not be enforced */
    check(args: Readonly<Record<Name, number>>): void {
      for (const name of names) {
        const [, , most = isTime(name) ? 86_400 : 2 ** 30, least = 1] = table[name]
        assertInteger(name, args[name], least, most)
      }
    },
    /** Converts the options to the limits of `startServer`. */
    of: (args: Readonly<Record<Name, number>>) =>
      Object.fromEntries(names.map(name => [table[name][0], args[name] * findUnit(name)])) as Record<
        Limit,
        number
      >,
  }
}

/** The values of limit options that a handler receives. */
export type LimitArguments<Options> = Record<keyof Options, number>

export const requestLimits = limitGroup('Limits:', serverDefaults.limits, {
  'max-body': ['body', 'Bytes of a request body'],
  'max-headers': ['headers', 'Bytes of the request line and headers'],
  'max-url': ['url', 'Characters of the path and query'],
  'max-ids': ['ids', 'Ids in one ids parameter'],
  'max-depth': ['jsonDepth', 'Nesting levels of a body'],
  'max-connections': ['connections', 'Simultaneous connections'],
  'max-connections-per-address': ['connectionsPerAddress', 'Simultaneous connections from one address'],
  'max-requests': ['requests', 'Simultaneous requests'],
  'headers-timeout': ['headersTime', 'Seconds within which the headers must arrive'],
  'request-timeout': ['requestTime', 'Seconds within which the whole request must arrive'],
  'read-timeout': ['readTime', 'Seconds a client may take to receive a part of a long response'],
  'idle-timeout': ['idleTime', 'Seconds a connection may be idle'],
})

export const databaseLimits = limitGroup('Database:', serverDefaults.databaseLimits, {
  'database-connections': ['poolSize', 'Connections to the database', 10_000, 2],
  'connection-timeout': ['connectionTimeout', 'Seconds to wait for a connection'],
  'statement-timeout': ['statementTimeout', 'Seconds a statement may take'],
  'lock-timeout': ['lockTimeout', 'Seconds a statement may wait for locks'],
})

export const sessionLimits = limitGroup('Sessions:', serverDefaults.sessionLimits, {
  'max-sessions': ['sessions', 'Simultaneous sessions; "Schedkit-Session: NAME" begins one', 10_000],
  'max-session-objects': ['objects', 'Objects in a session, with its snapshots', 10_000_000],
  'session-timeout': ['idleTime', 'Seconds a session may be idle'],
})
