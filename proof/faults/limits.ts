import { createRateWindow } from '../../server/core/access/rate.js'
import { type Operation, Refusal } from '../../server/core/index.js'
import { operation } from '../alter/requests.js'
import { objects } from '../alter/responses.js'
import { rate } from '../alter/stored.js'
import { type Alter, all, stateful } from '../server/parts.js'
import { fault } from './fault.js'

/** Milliseconds for which everybody is locked out. */
const pause = 11_000

/** Counts requests by user and what `kindOf` makes of their operation; those without a kind do not count. */
const countingBy = (kindOf: (operation: Operation) => string | undefined): Alter =>
  stateful(() => {
    const counts = createRateWindow()
    return all(
      rate(usual => ({ admit: (user, _, now) => usual.admit(user, Number.POSITIVE_INFINITY, now) })),
      operation(['readMe', 'changeMe', 'listResources'], usual => ({
        run: async request => {
          const kind = kindOf(usual)
          const { user, now } = request
          const isServed =
            kind === undefined || counts.admit(`${user.id} ${kind}`, user.request_rate_limit, now)
          if (isServed !== true && !isServed.admitted) throw new Refusal('rate_limited', 'Too many requests')
          return usual.run(request)
        },
      })),
    )
  })

export const limitFaults = [
  fault('limits-not-shown', 'does not show schedules_limit', {
    breaks: { 'LIMIT-01': /schedules_limit/, 'USER-01': /schedules_limit of the user object/ },
    alter: objects('user', ({ schedules_limit: _, ...rest }) => rest),
  }),
  fault('rate-of-10', 'refuses after 10 requests, whatever request_rate_limit says', {
    breaks: { 'LIMIT-02': /only 9 requests/ },
    alter: rate(usual => ({ admit: (user, limit, now) => usual.admit(user, limit > 100 ? limit : 10, now) })),
  }),
  fault('rate-for-all', 'counts the requests of all users together', {
    breaks: { 'LIMIT-02': /request_rate_limit is 20, and only 0 requests/ },
    alter: rate(usual => ({ admit: (_, limit, now) => usual.admit('everybody', limit, now) })),
  }),
  fault('rate-locks-all', 'refuses everybody for a while once somebody has asked too often', {
    breaks: { 'LIMIT-04': /the owner had to wait/ },
    alter: rate(usual => {
      let until = 0
      return {
        admit(user, limit, now) {
          if (now < until)
            return { admitted: false, remaining: 0, resetAfter: Math.ceil((until - now) / 1000) }
          const admission = usual.admit(user, limit, now)
          if (!admission.admitted) until = now + pause
          return admission
        },
      }
    }),
  }),
  fault('rate-of-a-method', 'counts the requests of each user and method', {
    breaks: { 'LIMIT-04.together': /a change of the user is served after/ },
    alter: countingBy(({ method }) => method),
  }),
  fault('rate-of-users-only', 'counts requests to the paths of users alone', {
    breaks: { 'LIMIT-04.together': /a list of resources is served after/ },
    alter: countingBy(({ section }) => (section === '4.4' ? section : undefined)),
  }),
  fault('rate-cleared-by-a-refusal', 'forgets the requests of everybody once it refuses one', {
    breaks: { 'LIMIT-04.together': /a read of the user is served after/ },
    alter: rate(usual => ({
      admit(user, limit, now) {
        const admission = usual.admit(user, limit, now)
        if (!admission.admitted) usual.clear()
        return admission
      },
    })),
  }),
]
