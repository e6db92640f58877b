import { Blocked, type CheckOptions, type Context } from '../../runner/index.js'
import { type Listed, listed, pageOf } from './sample.js'
import { bookings, march, resourceBookings, type Scope, twentyFive } from './scopes.js'

/**
 * A list without objects. Bookings of a new resource are none; bookings are filtered until there are none; resources
 * and collaborators have to be deleted, all that are in the spare schedule.
 */
export const emptyList = {
  options: (scope: Scope): CheckOptions => {
    if (scope === resourceBookings) return { danger: 'own' }
    if (scope === bookings) return { danger: 'own', needs: ['25 objects'] }
    return { danger: 'wipe', needs: ['spare schedule'] }
  },

  /** The answer to reading it; the same for all who ask. */
  read: (context: Context, scope: Scope): Promise<Listed> =>
    context.once(`a list of no ${scope.words}`, async () => {
      const page = await readEmpty(context, scope)
      if (page.items.length === 0) return page
      throw new Blocked(scope.timed ? 'FILT-01' : 'BULK-05', {
        message: `${page.what} must be empty, and is not`,
        expected: [],
        actual: page.items,
        replies: [page.reply],
      })
    }),
}

async function readEmpty(context: Context, scope: Scope): Promise<Listed> {
  const { owner } = context
  if (scope === resourceBookings) {
    const { bookings: path } = await context.shared.resource()
    return pageOf(await owner.get(path), 'the list of the bookings of a new resource')
  }
  if (scope === bookings) {
    return listed(owner, await twentyFive(context, bookings), { time_min: march(24 * 365) })
  }
  const { spare } = context
  const [emptied, path] =
    scope.kind === 'resource'
      ? [[spare.bookings, spare.resources], spare.resources]
      : [[spare.collaborators], spare.collaborators]
  for (const list of emptied) await owner.delete(list, { all: 1 })
  return pageOf(await owner.get(path), `the list of the ${scope.words} of an emptied schedule`)
}
