import { describeRequest, mustBeRefused, same, unchanged } from '../../check/assertions.js'
import type { Context } from '../../check/context.js'
import type { Made } from '../../check/created.js'
import { answerOf, meansSuccess, type Reply } from '../../http/exchange.js'
import { isSame } from '../../http/json.js'
import type { Actor } from '../../session/actor.js'
import { Blocked, Violation } from '../../session/outcomes.js'

/** Asserts something; a finding also shows earlier requests, and is worded by `tell`. */
export async function assertAfter(
  earlier: readonly Reply[],
  tell: (message: string) => string,
  assertion: () => Promise<void>,
): Promise<void> {
  try {
    await assertion()
  } catch (error) {
    if (!(error instanceof Violation)) throw error
    const { message, replies, ...rest } = error.finding
    throw new Violation({
      ...rest,
      message: tell(message),
      replies: [...earlier, ...replies],
      showWrite: false,
    })
  }
}

/** Asserts that a request, whatever its response, left these objects as they were created; a finding also shows the request. */
export const unaffected = (by: Reply, ...objects: readonly Made[]): Promise<void> =>
  assertAfter(
    [by],
    message =>
      `${describeRequest(by)} was ${acceptedOrRefused(by)}, and affected what it must leave alone: ${message}`,
    () => unchanged(...objects),
  )

export const acceptedOrRefused = (reply: Reply) => (reply.ok ? 'accepted' : 'refused')

/** Asserts that none of these objects can be read any more, on its own or in the list. */
export async function allGone(actor: Actor, path: string, objects: readonly Made[]): Promise<void> {
  const ids = objects.map(({ id }) => id)
  const reads: (readonly [Made, Reply])[] = []
  for (const made of objects) reads.push([made, await actor.get(made.path)])
  for (const [{ kind, id }, reply] of reads) {
    if (!reply.ok) continue
    const isGone = ([, { ok }]: (typeof reads)[number]) => !ok
    const idsOf = (some: typeof reads) => some.map(([made]) => made.id).join(', ') || 'none'
    throw new Violation({
      ...mustBeRefused(reply, `reading ${kind} ${id} after it was deleted in bulk`),
      expected: `gone: ${ids.join(', ')}`,
      actual: `gone: ${idsOf(reads.filter(isGone))}; still there: ${idsOf(reads.filter(each => !isGone(each)))}`,
      showWrite: true,
    })
  }
  const left = (await actor.all(path)).map(({ id }) => id).filter(id => ids.some(gone => isSame(gone, id)))
  same(left, [], `the list ${path} after ${ids.join(', ')} were deleted: what it still has of them`)
}

/** Asserts that a preparation was accepted; otherwise the check is blocked by the rule that requires it. */
export function acceptedFirst(reply: Reply, rule: string): void {
  if (reply.ok) return
  throw new Blocked(meansSuccess(reply) ? 'ENV-03' : rule, {
    message: `the setup request ${describeRequest(reply)} was refused`,
    expected: 'a JSON object with "success": true',
    ...answerOf(reply),
  })
}

/** Asserts that a preparation was refused; otherwise the check is blocked by the rule that requires it. */
export function refusedFirst(reply: Reply, rule: string): void {
  if (!reply.ok) return
  throw new Blocked(rule, {
    message: `the setup request ${describeRequest(reply)} was accepted, and has to be refused`,
    expected: 'anything but "success": true',
    actual: reply.body,
    replies: [reply],
  })
}

/** Deletes all bookings of the spare schedule: a target may refuse to delete resources that still have bookings. */
export const deleteBookings = ({ owner, spare }: Context): Promise<void> => deleteAll(owner, spare.bookings)

/** Deletes all bookings and then all resources of the spare schedule. */
export async function deleteResources({ owner, spare }: Context): Promise<void> {
  await deleteAll(owner, spare.bookings)
  await deleteAll(owner, spare.resources)
}

async function deleteAll(owner: Actor, path: string): Promise<void> {
  if ((await owner.all(path)).length === 0) return
  const reply = await owner.delete(path, { all: 1 })
  acceptedFirst(reply, 'BULK-05')
  const left = await owner.all(path)
  if (left.length === 0) return
  throw new Blocked('BULK-05', {
    message: `${describeRequest(reply)} was accepted, and ${left.length} objects are still there`,
    expected: [],
    actual: left.map(({ id }) => id ?? null),
    replies: [reply],
  })
}
