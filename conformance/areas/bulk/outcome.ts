import {
  type Actor,
  Blocked,
  type Context,
  changedOnly,
  described,
  isSame,
  type JsonObject,
  type Made,
  type Reply,
  refused,
  type Schedule,
  same,
  unchanged,
  Violation,
} from '../../runner/index.js'

/** All of these objects have the change, and else are as they were. */
export async function allChanged(objects: readonly Made[], change: JsonObject): Promise<void> {
  for (const made of objects) await changedOnly(made, change)
}

/** A request left these objects as they were made, whatever its answer; a finding shows the request too. */
export async function unaffected(by: Reply, ...objects: readonly Made[]): Promise<void> {
  try {
    await unchanged(...objects)
  } catch (error) {
    if (!(error instanceof Violation)) throw error
    const { message, replies, ...rest } = error.finding
    const answer = by.ok ? 'accepted' : 'refused'
    throw new Violation({
      ...rest,
      message: `${described(by)} was ${answer}, and affected what it must leave alone: ${message}`,
      replies: [by, ...replies],
    })
  }
}

/** None of these objects can be read any more, alone or in the list. */
export async function allGone(actor: Actor, path: string, objects: readonly Made[]): Promise<void> {
  for (const made of objects) {
    refused(await actor.get(made.path), `reading ${made.kind} ${made.id} after it was deleted in bulk`)
  }
  const ids = objects.map(({ id }) => id)
  const left = (await actor.all(path)).map(({ id }) => id).filter(id => ids.some(gone => isSame(gone, id)))
  same(left, [], `the list ${path} after ${ids.join(', ')} were deleted: what it still has of them`)
}

/** An id that no object has: readable at none of the paths of singles. */
export async function unknownId(context: Context, example: Made): Promise<number> {
  const singles = example.path.slice(0, example.path.lastIndexOf('/'))
  for (let attempt = 0; attempt < 5; attempt++) {
    const id = context.random.int(2_000_000_000, 2_147_000_000)
    if (!(await context.owner.get(`${singles}/${id}`)).ok) return id
  }
  return context.skip(`Every id that was tried under ${singles} could be read, so that none was unknown.`)
}

/** What prepares a check was answered OK; else the check is blocked by the rule that says it had to be. */
export function worked(reply: Reply, rule: string): void {
  if (reply.ok) return
  throw new Blocked(rule, {
    message: `${described(reply)} had to be accepted first, and was not`,
    expected: 'a JSON object with "success": true',
    actual: reply.body ?? reply.text,
    replies: [reply],
  })
}

/** What prepares a check was refused; else the check is blocked by the rule that says it had to be. */
export function failed(reply: Reply, rule: string): void {
  if (!reply.ok) return
  throw new Blocked(rule, {
    message: `${described(reply)} had to be refused first, and was accepted`,
    expected: 'anything but "success": true',
    actual: reply.body,
    replies: [reply],
  })
}

/** Deletes all bookings of the spare schedule: a target may refuse to delete resources that still have some. */
export async function emptyOfBookings({ owner, spare }: Context): Promise<void> {
  await empty(owner, spare.bookings)
}

/** Deletes all bookings and then all resources of the spare schedule. */
export async function emptyOfResources({ owner, spare }: Context): Promise<void> {
  await empty(owner, spare.bookings)
  await empty(owner, spare.resources)
}

/** Deletes all that is in a scope of the spare schedule. */
export async function empty(owner: Actor, path: Schedule['path']): Promise<void> {
  if ((await owner.all(path)).length === 0) return
  const reply = await owner.delete(path, { all: 1 })
  worked(reply, 'BULK-05')
  const left = await owner.all(path)
  if (left.length === 0) return
  throw new Blocked('BULK-05', {
    message: `${described(reply)} was accepted, and ${left.length} objects are still there`,
    expected: [],
    actual: left.map(({ id }) => id ?? null),
    replies: [reply],
  })
}
