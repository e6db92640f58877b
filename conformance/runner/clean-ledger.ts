import {
  parseTarget,
  refusePlainHttp,
  TargetError,
  type TargetInput,
  UnreachableError,
} from '../target/target.js'
import { basic, createActor } from './actor.js'
import { cleanUp, createCleanupRegistry, sweep, undeleted } from './cleanup-registry.js'
import { createClient } from './client.js'
import { openExisting, readLedger } from './ledger.js'
import { createPacing } from './pacing.js'
import { me, scheduleOf } from './paths.js'
import { restoreSettings } from './settings.js'
import { reached } from './setup.js'
import { networkTransport } from './transport.js'

export interface CleanOptions {
  readonly ledger: string
  /** The target of the run that left the ledger; passwords are not in it. */
  readonly target: TargetInput
  readonly insecure?: boolean
  /** Milliseconds. */
  readonly timeout?: number
}

/** What `cleanup` did. */
export interface Cleaned {
  readonly deleted: number
  readonly restored: readonly string[]
  /** What is still there, in words; the ledger is kept then. */
  readonly remains: readonly string[]
}

/** Does what a run that was killed could not do any more: deletes its objects by id, and puts settings back. */
export async function cleanLedger(options: CleanOptions): Promise<Cleaned> {
  const { run, objects, settings } = readLedger(options.ledger)
  const target = parseTarget(options.target, 'what was given')
  if (!options.insecure) refusePlainHttp(target.baseUrl)
  if (target.baseUrl !== run.baseUrl) {
    throw new TargetError(`The ledger is of ${run.baseUrl}, and the target is ${target.baseUrl}.`)
  }
  if (target.owner.email.toLowerCase() !== run.owner.toLowerCase()) {
    throw new TargetError(
      `The ledger is of the owner ${run.owner}, and the target has ${target.owner.email}.`,
    )
  }
  const people = [target.owner, ...target.members, ...target.disposable]
  const transport = networkTransport(options.timeout ?? 10_000)
  const client = createClient({
    baseUrl: target.baseUrl,
    transport,
    pacing: createPacing(),
    witness: () => {},
  })
  const ledger = openExisting(options.ledger)
  const registry = createCleanupRegistry(ledger)
  const actor = ({ email, password }: { email: string; password: string }) =>
    createActor({
      name: email,
      email,
      password,
      authorization: basic(email, password),
      client,
      check: 'clean-up',
      trail: [],
      registry,
    })
  const remains: string[] = []
  const restored: string[] = []
  try {
    const owner = actor(target.owner)
    const known = await reached(owner.get(me), target)
    // Whoever can't read takes everything for deleted.
    if (!known.ok)
      throw new UnreachableError(`The owner, ${owner.email}, can't log in: ${known.status} ${known.text}`)
    for (const { list, id } of objects) registry.add(list, id)
    const left = await reached(cleanUp(registry, owner), target)
    const swept = await reached(sweep(owner, run.schedules.map(scheduleOf), run.nonce), target)
    remains.push(...[...left, ...swept].map(undeleted))
    for (const { account, before } of settings) {
      const person = people.find(({ email }) => email.toLowerCase() === account.toLowerCase())
      if (!person) {
        remains.push(`the settings of ${account}, who is not in the target, were not put back`)
        continue
      }
      const different = Object.keys(await reached(restoreSettings(actor(person), before), target))
      if (different.length > 0) remains.push(`${account}: ${different.join(', ')} could not be put back`)
      else {
        ledger.write({ type: 'restored', account })
        restored.push(account)
      }
    }
    if (remains.length === 0) ledger.discard()
    return { deleted: objects.length - left.length, restored, remains }
  } finally {
    await transport.close()
  }
}
