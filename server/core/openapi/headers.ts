import { windowSeconds } from '../access/rate.js'

/** The headers of responses, as components of the document. */
const uncounted = 'Absent if the request was refused before it was counted.'

const remaining = {
  description:
    'The requests that the account has left (`r`), and the seconds until the oldest of those sent no longer counts (`t`).',
  schema: { type: 'string', pattern: '^"user";r=[0-9]+;t=[0-9]+$' },
  example: '"user";r=99999;t=300',
}
const policy = {
  description: 'The requests that the account may send (`q`) within a window of seconds (`w`).',
  schema: { type: 'string', pattern: `^"user";q=[0-9]+;w=${windowSeconds}$` },
  example: `"user";q=100000;w=${windowSeconds}`,
}
const retryAfter = {
  description: 'The seconds to wait before the next try.',
  schema: { type: 'integer', minimum: 1 },
  example: 30,
}

export const headers = {
  RateLimit: { ...remaining, required: true },
  RateLimitPolicy: { ...policy, required: true },
  RateLimitIfCounted: { ...remaining, description: `${remaining.description} ${uncounted}` },
  RateLimitPolicyIfCounted: { ...policy, description: `${policy.description} ${uncounted}` },
  RetryAfter: { ...retryAfter, required: true },
  RetryAfterIfKnown: {
    ...retryAfter,
    description: `${retryAfter.description} Absent if waiting does not help.`,
  },
  Location: {
    description: 'The URL of the new object.',
    required: true,
    schema: { type: 'string', format: 'uri' },
    example: 'http://127.0.0.1:4000/v1/schedules/lisbon-studio/resources/10',
  },
  Challenge: {
    description:
      'Asks for Basic credentials in UTF-8. A mock may hide it from browsers behind the prefix `x-`, so that they open no dialog.',
    required: true,
    schema: { type: 'string', pattern: '^(x-)?Basic realm="schedkit", charset="UTF-8"$' },
    example: 'Basic realm="schedkit", charset="UTF-8"',
  },
  Allow: {
    description: 'The methods that the path has.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Z]+(, [A-Z]+)*$' },
    example: 'GET, HEAD, POST, PUT, DELETE, OPTIONS',
  },
} as const

export type HeaderName = keyof typeof headers

const reference = (name: HeaderName) => ({ $ref: `#/components/headers/${name}` })

/** Headers by their names in a response. */
export type Headers = Readonly<Record<string, ReturnType<typeof reference>>>

/** The headers of a response to a request that was counted. */
export const counted: Headers = {
  RateLimit: reference('RateLimit'),
  'RateLimit-Policy': reference('RateLimitPolicy'),
}
/** The headers of a response to a request that may not have been counted. */
export const mayBeCounted: Headers = {
  RateLimit: reference('RateLimitIfCounted'),
  'RateLimit-Policy': reference('RateLimitPolicyIfCounted'),
}
export const location: Headers = { Location: reference('Location') }
export const challenge: Headers = { 'WWW-Authenticate': reference('Challenge') }
export const retry: Headers = { 'Retry-After': reference('RetryAfter') }
export const mayRetry: Headers = { 'Retry-After': reference('RetryAfterIfKnown') }
export const allow: Headers = { Allow: reference('Allow') }
