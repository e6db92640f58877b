import { me, queryText, scheduleOf } from '../http/paths.js'
import { accountsOf, parseTarget, TargetError, type TargetInput, targetOf } from '../target/target.js'
import { logIn, orUnreachable, restoreSettings } from './accounts.js'
import { createActor } from './actor.js'
import { cleanUp, sweep, undeletedText } from './cleanup.js'
import { LedgerError, type Leftovers, openExisting, readLedger, refuseForeign } from './ledger.js'
import { Blocked } from './outcomes.js'
import { type ConnectionOptions, openSession, type Session } from './session.js'

/** Options of `cleanLedger`. */
export interface CleanOptions extends Pick<ConnectionOptions, 'target' | 'insecure' | 'timeout'> {
  /** The ledger file that the run left behind. It contains no passwords, so the target must be given again. */
  readonly ledger: string
  /** Act on a ledger that was not written on this machine or was changed since; false by default. See `cleanupRequests`. */
  readonly trustLedger?: boolean
}

/** The outcome of `cleanLedger`. */
export interface Cleaned {
  /** The number of deleted objects. */
  readonly deleted: number
  /** The addresses of the accounts whose settings were restored. */
  readonly restored: readonly string[]
  /** What still remains, one sentence each. The ledger is kept while this is not empty. */
  readonly remains: readonly string[]
}

/**
 * Cleans up after a run that was killed: deletes the objects in its ledger and restores settings.
 *
 * Throws a `LedgerError` if the file is not a readable ledger or not one of this machine, a `TargetError` if the target is
 * not the one of the run, and an `UnreachableError` if it can't be reached or its owner can't log in.
 *
 * @example
 * const { deleted, remains } = await cleanLedger({ ledger: 'schedkit-conformance-sk1a2b3c.jsonl', target })
 */
export async function cleanLedger(options: CleanOptions): Promise<Cleaned> {
  const listed = readLedger(options.ledger)
  const { run, objects } = listed
  if (!run) throw new LedgerError(`${options.ledger} lists only accounts that were made with --control.`)
  refuseForeign(listed, options)
  const session = openSession({
    ...options,
    target: ofOwner(options.target, run.owner),
    resume: { nonce: run.nonce, ledger: openExisting(options.ledger) },
  })
  const { target, registry, leftovers, ledger } = session
  try {
    refuseOtherTarget(session, run)
    const owner = createActor(session, target.owner, 'owner', { check: 'clean-up' })
    // To an owner without read access, everything would look deleted.
    await orUnreachable(logIn(session, owner), target)
    for (const { list, id } of objects) registry.add(list, id)
    registry.doubt()
    const left = await orUnreachable(cleanUp(registry, owner), target)
    const of = { ...session, started: Date.parse(run.started) }
    const swept = await orUnreachable(sweep(owner, run.schedules.map(scheduleOf), of), target)
    leftovers.push(...new Set([...left, ...swept.left].map(undeletedText)), ...swept.undone)
    const restored = await orUnreachable(restoreAll(session, listed), target)
    if (leftovers.length === 0) ledger.discard()
    return { deleted: objects.length - left.length, restored, remains: leftovers }
  } finally {
    ledger.close()
    await session.close()
  }
}

/** The target as the owner of a ledger sees it, if that is an additional owner. */
function ofOwner(input: TargetInput, owner: string): TargetInput {
  const target = parseTarget(input, 'the given options')
  const additional = target.owners.find(({ email }) => email.toLowerCase() === owner.toLowerCase())
  return additional ? targetOf(target, additional) : input
}

function refuseOtherTarget(
  { target: { baseUrl, owner, schedules } }: Session,
  run: NonNullable<Leftovers['run']>,
): void {
  if (baseUrl !== run.baseUrl)
    throw new TargetError(`The ledger is for ${run.baseUrl}, but the target is ${baseUrl}.`)
  if (owner.email.toLowerCase() !== run.owner.toLowerCase())
    throw new TargetError(`The ledger is for the owner ${run.owner}, but the target has ${owner.email}.`)
  const other = run.schedules.find(schedule => !schedules.includes(schedule))
  if (other !== undefined)
    throw new TargetError(`The ledger is for the schedule ${other}, which the target does not name.`)
}

/** Restores all settings in the ledger. Returns the addresses of the accounts for which it worked. */
async function restoreAll(session: Session, { settings }: Leftovers): Promise<string[]> {
  const accounts = accountsOf(session.target)
  const restored: string[] = []
  for (const { account: email, before } of settings) {
    const account = accounts.find(each => each.email.toLowerCase() === email.toLowerCase())
    if (!account) {
      session.leftovers.push(`the settings of ${email}, who is not in the target, were not put back`)
      continue
    }
    const actor = createActor(session, { ...account, email }, email, { check: 'clean-up' })
    try {
      if (await restoreSettings(session, actor, before)) restored.push(email)
    } catch (error) {
      // The account may have another password by now.
      if (!(error instanceof Blocked)) throw error
      session.leftovers.push(`the settings of ${email} were not put back: ${error.message}`)
    }
  }
  return restored
}

/** The parts of a ledger that determine what the clean-up sends. */
type Listed = Pick<Leftovers, 'run' | 'objects' | 'settings'>

/**
 * Lists every request that a clean-up by this ledger may send, one line for each object, list and account, with what the
 * ledger says about the run.
 *
 * @example
 * console.log(cleanupRequests(readLedger('schedkit-conformance-sk1a2b3c.jsonl')).join('\n'))
 */
export function cleanupRequests({ run, objects, settings }: Listed): string[] {
  if (!run) return []
  const { nonce, owner, schedules, baseUrl, started } = run
  const lists = schedules.map(scheduleOf).flatMap(each => [each.bookings, each.resources, each.collaborators])
  return [
    `The run ${nonce} of ${owner} began at ${started} on ${baseUrl}. As ${owner}:`,
    `  GET ${me}`,
    ...objects.map(({ list, id }) => {
      const path = `${list}/${encodeURIComponent(id)}`
      const resource = list.endsWith('/bookings') ? '; GET of its resource' : ''
      return `  DELETE ${path}; GET ${path}; GET ${list}?${queryText({ ids: id })}${resource}`
    }),
    ...lists.map(
      list => `  GET ${list}; DELETE and GET ${list}/ID of each object with a name of the run, ${nonce}...`,
    ),
    ...settings.flatMap(({ account, before }) => [
      `As ${account}, if it is an account of the target:`,
      `  GET ${me}; PUT ${me} ${JSON.stringify(before)}`,
    ]),
  ]
}
