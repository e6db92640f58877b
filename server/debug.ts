import { debuglog } from 'node:util'

/** Writes to stderr if NODE_DEBUG includes `schedkit`; check `debug.enabled` before you compute arguments. */
export const debug = debuglog('schedkit')
