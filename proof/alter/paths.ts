import type { Alter } from '../server/parts.js'
import { callAs } from './responses.js'

/** Reads the path of calls in another way. The operation is looked up by the new one. */
export const pathAs = (change: (path: string) => string): Alter =>
  callAs('everything', ({ call }) => {
    const [path = '', ...query] = call.target.split('?')
    return { ...call, target: [change(path), ...query].join('?') }
  })
