import {
  type Account,
  isLoopback,
  type Provision,
  parseTarget,
  provisionByControl,
  readTargetFile,
  runSetupCommand,
  runSetupModule,
  type Target,
  withEnvironment,
} from '../../conformance/index.js'
import { UsageError } from '../errors.js'
import type { TargetOptions } from './target-options.js'

/** Provisions the target given by the options, which take precedence over a target file or a setup module. */
export async function provision(
  options: TargetOptions,
  signal?: AbortSignal,
): Promise<Provision & { target: Target }> {
  checkSources(options)
  const given = givenTarget(options)
  const base = await baseProvision(options, signal)
  try {
    const { target, setup, setupCommand, control } = options
    const from = target ?? setup ?? setupCommand ?? control ?? 'the options'
    const parsed = parseTarget({ ...base.target, ...given }, from)
    if (setup !== undefined || setupCommand !== undefined) refuseElsewhere(parsed, options)
    return { ...base, target: parsed }
  } catch (error) {
    await base.teardown?.()
    throw error
  }
}

function checkSources({ url, controlToken, ...options }: TargetOptions): void {
  const { target, setup, setupCommand, control } = options
  const named = { target, setup, 'setup-command': setupCommand, control }
  const sources = Object.entries(named).filter(([, value]) => value !== undefined)
  if (sources.length > 1) {
    throw new UsageError(`${sources.map(([name]) => `--${name}`).join(' and ')} cannot be combined.`)
  }
  if (sources.length === 0 && url === undefined) {
    throw new UsageError(
      'Name the target: a URL with --owner and --schedule, or --target, --setup, --setup-command or --control.',
    )
  }
  if (control !== undefined && controlToken === undefined) {
    throw new UsageError('--control needs --control-token, which the server shows when it starts.')
  }
  if (control === undefined && controlToken !== undefined) {
    throw new UsageError('--control-token needs --control URL.')
  }
  if (control !== undefined && !(URL.canParse(control) && /^https?:/.test(control))) {
    throw new UsageError(`--control "${control}" is not a URL. Use one such as http://127.0.0.1:4000.`)
  }
}

/** Throws if only the setup determines to which host the passwords of the command line are sent. */
function refuseElsewhere({ baseUrl }: Target, { url, owner, member, disposable }: TargetOptions): void {
  if (url !== undefined || isLoopback(new URL(baseUrl).hostname)) return
  if ([owner ?? [], member, disposable].flat().length === 0) return
  throw new UsageError(
    `The setup names ${baseUrl}, and the passwords are options. Give that URL, too: they are sent only where this command says.`,
  )
}

function givenTarget({ url, owner, schedule, member, disposable, mailboxCommand }: TargetOptions) {
  return {
    ...(url !== undefined && { baseUrl: url }),
    ...(mailboxCommand !== undefined && { mailbox: { command: mailboxCommand } }),
    ...(owner !== undefined && { owner: accountOf(owner, 'owner') }),
    ...(schedule.length > 0 && { schedules: schedule }),
    ...(member.length > 0 && { members: member.map(text => accountOf(text, 'member')) }),
    ...(disposable.length > 0 && { disposable: disposable.map(text => accountOf(text, 'disposable')) }),
  }
}

function accountOf(text: string, option: string): Account {
  const colon = text.indexOf(':')
  if (colon < 1 || colon === text.length - 1) {
    throw new UsageError(
      `--${option} must be EMAIL:PASSWORD, or EMAIL:$NAME for a variable, and both parts are needed. If it contains shell variables, check that they are set.`,
    )
  }
  const account = { email: text.slice(0, colon), password: text.slice(colon + 1) }
  return withEnvironment(account, process.env) as Account
}

async function baseProvision(
  options: TargetOptions,
  signal?: AbortSignal,
): Promise<Omit<Provision, 'target'> & { target: object }> {
  const { target, setup, setupCommand, control, controlToken } = options
  if (setupCommand !== undefined) return runSetupCommand(setupCommand, signal)
  if (setup !== undefined) return runSetupModule(setup)
  if (control !== undefined)
    return provisionByControl({
      ...{ url: control, token: controlToken ?? '', ledgerFolder: '.' },
      insecure: options.insecure,
    })
  return { target: target === undefined ? {} : await readTargetFile(target, process.env) }
}
