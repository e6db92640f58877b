import {
  type Account,
  type Provision,
  parseTarget,
  provisionByControl,
  readTargetFile,
  runSetupModule,
  type Target,
  withEnvironment,
} from '../../conformance/index.js'
import { UsageError } from '../usage-error.js'
import type { TargetOptions } from './target-options.js'

export interface Provisioned extends Omit<Provision, 'target'> {
  readonly target: Target
}

function accountOf(text: string, option: string): Account {
  const colon = text.indexOf(':')
  if (colon < 1 || colon === text.length - 1) {
    throw new UsageError(`--${option} "${text}" must be EMAIL:PASSWORD, or EMAIL:$NAME for a variable.`)
  }
  return withEnvironment(
    { email: text.slice(0, colon), password: text.slice(colon + 1) },
    process.env,
  ) as Account
}

/** Makes the target that the options describe. What stands on the command line wins over a file or a setup. */
export async function provision(options: TargetOptions): Promise<Provisioned> {
  const { url, owner, schedule, member, disposable, control, controlToken, setup, target: file } = options
  const sources = [
    file !== undefined && '--target',
    setup !== undefined && '--setup',
    control !== undefined && '--control',
  ].filter(Boolean)
  if (sources.length > 1) throw new UsageError(`${sources.join(' and ')} exclude each other.`)
  if (control !== undefined && controlToken === undefined) {
    throw new UsageError('--control needs --control-token, which the server shows when it starts.')
  }
  if (control === undefined && controlToken !== undefined) {
    throw new UsageError('--control-token goes with --control URL.')
  }
  if (sources.length === 0 && url === undefined) {
    throw new UsageError(
      'Say what to certify: a URL with --owner and --schedule, or --target, --setup or --control.',
    )
  }
  const given = {
    ...(url !== undefined && { baseUrl: url }),
    ...(owner !== undefined && { owner: accountOf(owner, 'owner') }),
    ...(schedule.length > 0 && { schedules: schedule }),
    ...(member.length > 0 && { members: member.map(text => accountOf(text, 'member')) }),
    ...(disposable.length > 0 && { disposable: disposable.map(text => accountOf(text, 'disposable')) }),
  }
  if (control !== undefined) checkAddress(control)
  const base =
    setup !== undefined
      ? await runSetupModule(setup)
      : control !== undefined
        ? await provisionByControl({ url: control, token: controlToken ?? '' })
        : { target: file === undefined ? {} : await readTargetFile(file, process.env) }
  try {
    const from = file ?? setup ?? control ?? 'the options'
    return { ...base, target: parseTarget({ ...base.target, ...given }, from) }
  } catch (error) {
    await (base as Provision).teardown?.()
    throw error
  }
}

function checkAddress(url: string): void {
  if (URL.canParse(url) && /^https?:/.test(url)) return
  throw new UsageError(`--control "${url}" is no address; write it as http://127.0.0.1:4000.`)
}
