import { objects, rate } from '../alter/index.js'
import { fault } from '../fault.js'

export const limitFaults = [
  fault(
    'limits-not-shown',
    'does not show schedules_limit',
    { breaks: { 'LIMIT-01': /schedules_limit/, 'USER-01': /no member schedules_limit/ } },
    objects('user', ({ schedules_limit: _, ...rest }) => rest),
  ),
  fault(
    'rate-of-10',
    'refuses after 10 requests, whatever request_rate_limit says',
    { breaks: { 'LIMIT-02': /only 9 requests/ } },
    rate(usual => ({ admit: (user, limit, now) => usual.admit(user, limit > 100 ? limit : 10, now) })),
  ),
  fault(
    'rate-for-all',
    'counts the requests of all users together',
    {
      breaks: { 'LIMIT-04': /owner/ },
      touches: ['LIMIT-*'],
      missed: 'the owner has a limit of a million, and a common counter stays below it',
    },
    rate(usual => ({ admit: (_, limit, now) => usual.admit('everybody', limit, now) })),
  ),
]
