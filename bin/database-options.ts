import { serverDefaults } from '../server/defaults.js'
import type { ServerOptions } from '../server/index.js'
import { UsageError } from './errors.js'
import { assertInteger, number } from './options.js'

const { databaseLimits } = serverDefaults
const inGroup = (value: number, describe: string) => ({ ...number(value, describe), group: 'Database:' })

/** The options of a database. The server counts milliseconds, the command line seconds. */
export const databaseOptions = {
  'database-connections': inGroup(databaseLimits.poolSize, 'Connections to the database'),
  'connection-timeout': inGroup(
    databaseLimits.connectionTimeout / 1000,
    'Seconds until a connection must be free or made',
  ),
  'statement-timeout': inGroup(databaseLimits.statementTimeout / 1000, 'Seconds until a statement must end'),
  'lock-timeout': inGroup(databaseLimits.lockTimeout / 1000, 'Seconds until a statement must have its locks'),
}

export type DatabaseArguments = Record<keyof typeof databaseOptions, number> & {
  data?: string | undefined
  database?: string | undefined
}

/** @throws UsageError for values that the types of the options let pass */
export function checkDatabase(args: DatabaseArguments): void {
  if (args.data !== undefined && args.database !== undefined) {
    throw new UsageError('--data and --database exclude each other: give one of them.')
  }
  assertInteger('database-connections', args['database-connections'], 2, 10_000)
  for (const name of ['connection-timeout', 'statement-timeout', 'lock-timeout'] as const) {
    assertInteger(name, args[name], 1, 86_400)
  }
}

/** The limits as `startServer` takes them. */
export const databaseLimitsOf = (args: DatabaseArguments): NonNullable<ServerOptions['databaseLimits']> => ({
  poolSize: args['database-connections'],
  connectionTimeout: args['connection-timeout'] * 1000,
  statementTimeout: args['statement-timeout'] * 1000,
  lockTimeout: args['lock-timeout'] * 1000,
})
