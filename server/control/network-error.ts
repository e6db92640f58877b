import type { Reply } from '../core/index.js'

/** No answer at all: the caller's connection is cut. Its status is 0, as that of `Response.error()` is. */
export const networkError: Reply = { status: 0, headers: {}, body: '' }

/** Is this no answer, but a connection to be cut? */
export const isNetworkError = ({ status }: Reply): boolean => status === 0
