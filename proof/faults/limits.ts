import { objects } from '../alter/responses.js'
import { rate } from '../alter/stored.js'
import { fault } from './fault.js'

/** Milliseconds for which all callers are locked out. */
const pause = 11_000

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
]
