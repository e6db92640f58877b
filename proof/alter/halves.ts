import type { Alter } from '../server/parts.js'
import type { Which } from './groups.js'
import { around, withBody, without } from './replies.js'

/** Refuses a body for its wrong members, and has written the right ones by then. */
export const halfDone = (which: Which): Alter =>
  around(which, async (heard, usual) => {
    const answer = await usual()
    const { details = [] } = JSON.parse(answer.body).error ?? {}
    const wrong: string[] = details.map(({ path }: { path: string }) => path)
    if (wrong.length > 0) await usual(withBody(heard, without(heard.body, ...wrong)))
    return answer
  })
