import { serverDefaults } from '../server/defaults.js'
import type { ServerOptions } from '../server/index.js'
import { assertInteger, number } from './options.js'

const { sessionLimits } = serverDefaults
const inGroup = (value: number, describe: string) => ({ ...number(value, describe), group: 'Sessions:' })

/** The options of the sessions of a server or mock. The server counts milliseconds, the command line seconds. */
export const sessionOptions = {
  'max-sessions': inGroup(sessionLimits.sessions, 'Sessions at once; "Schedkit-Session: NAME" begins one'),
  'max-session-objects': inGroup(sessionLimits.objects, 'Objects in a session, with its snapshots'),
  'session-timeout': inGroup(sessionLimits.idleTime / 1000, 'Seconds a session may be idle'),
}

export type SessionArguments = Record<keyof typeof sessionOptions, number>

/** @throws UsageError for values that the types of the options let pass */
export function checkSessions(args: SessionArguments): void {
  assertInteger('max-sessions', args['max-sessions'], 1, 10_000)
  assertInteger('max-session-objects', args['max-session-objects'], 1, 10_000_000)
  assertInteger('session-timeout', args['session-timeout'], 1, 86_400)
}

/** The limits as `startServer` takes them. */
export const sessionLimitsOf = (args: SessionArguments): NonNullable<ServerOptions['sessionLimits']> => ({
  sessions: args['max-sessions'],
  objects: args['max-session-objects'],
  idleTime: args['session-timeout'] * 1000,
})
