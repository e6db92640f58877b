import { area, may, must, should } from './rule.js'

export const limits = area('LIMIT', 'Limits', [
  must('LIMIT-01', '2.4, 8', 'read')`
    The limits of an account are members of the user object: request_rate_limit,
    collaboration_limit and schedules_limit.`,
  should('LIMIT-02', '2.4, 8', 'read', 'limited account')`
    As many requests within 5 minutes as request_rate_limit says should be served.
    Basis: The limit is the number of requests that are allowed, so that all of them should be served.`,
  may('LIMIT-03', '2.4, 8', 'lock', 'limited account')`
    It is open what happens to requests beyond request_rate_limit within 5 minutes.
    Basis: Behaviour beyond the limit is not shown (8).`,
  should('LIMIT-04', '8', 'lock', 'limited account')`
    The request rate should be counted per user, so that one who has reached request_rate_limit takes nothing
    from another.
    Basis: The limit belongs to one user; what reaching it does to others is not said.`,
  may('LIMIT-05', '2.5, 8', 'read')`
    It is open whether limit on lists has an upper bound, and what a huge one does.
    Basis: An upper bound is not shown (8).`,
])
