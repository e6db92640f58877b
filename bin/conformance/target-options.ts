import type { Argv, Options } from 'yargs'

/** What says which target is meant and what may be used of it. */
export interface TargetOptions {
  url?: string | undefined
  target: string | undefined
  owner: string | undefined
  schedule: string[]
  member: string[]
  disposable: string[]
  setup: string | undefined
  control: string | undefined
  controlToken: string | undefined
  insecure: boolean
}

const several = { string: true, array: true, default: [], defaultDescription: 'none', requiresArg: true }

const options = {
  target: { string: true, requiresArg: true, describe: 'Target file; "conformance init" writes an example' },
  owner: {
    string: true,
    requiresArg: true,
    describe: 'EMAIL:PASSWORD of the owner; a password $NAME is read from the environment',
  },
  schedule: { ...several, describe: 'Schedules of the owner, up to three: first, second, spare' },
  member: {
    ...several,
    describe: 'EMAIL:PASSWORD of registered users, up to three: editor, viewer, stranger',
  },
  disposable: { ...several, describe: 'EMAIL:PASSWORD of accounts that may be changed and deleted' },
  setup: {
    string: true,
    requiresArg: true,
    describe: 'Module with "export default async () => ({ target, teardown })"',
  },
  control: {
    string: true,
    requiresArg: true,
    describe: 'Address of a schedkit server that makes the target itself',
  },
  'control-token': { string: true, requiresArg: true, describe: 'The token of its control interface' },
  insecure: {
    boolean: true,
    default: false,
    describe: 'Send credentials over plain http beyond this machine',
  },
} as const satisfies Record<string, Options>

/** Declares the options of every command that talks to a target. */
export const targetOptions = <T>(args: Argv<T>): Argv<T & TargetOptions> =>
  args.options(options).group(Object.keys(options), 'Target:') as unknown as Argv<T & TargetOptions>
