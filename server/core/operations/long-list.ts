import type { Scan } from '../scan.js'
import type { Stored } from '../store.js'
import type { Parts } from '../wire/call.js'
import { listEnd, listStart } from '../wire/responses.js'

/** Objects in a part of a list: about 64 KB of text. */
export const objectsInPart = 100

/** The body of a list in parts, which together show one state of the data. */
export function listParts(scan: Scan<Stored>, textOf: (kept: Stored) => string, pagination: object): Parts {
  let before = listStart
  let isOver = false
  return {
    async next() {
      if (isOver) return undefined
      const kept = await scan.next(objectsInPart)
      isOver = kept.length === 0
      if (isOver) return `${before === ',' ? '' : before}${listEnd(pagination)}\n`
      const part = before + kept.map(textOf).join(',')
      before = ','
      return part
    },
    close: scan.close,
  }
}
