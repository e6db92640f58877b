import { debuglog } from 'node:util'

/** Prints to stderr with `NODE_DEBUG=schedkit`; never pass a secret, a query or a body. */
export const debug = debuglog('schedkit')
