import { createTally } from '../access/addresses.js'
import type { Parts } from '../wire/call.js'
import { overloaded } from '../wire/errors.js'

/** The maximum number of responses that may be sent in parts at the same time. */
export interface MostInParts {
  account: number
  address: number
  total: number
}

/** Each one holds a part in memory and an open scan of the data. */
export const mostInParts: MostInParts = { account: 20, address: 50, total: 200 }

const aboutLists = { noun: 'long lists', instead: ', or ask for pages' }

/** Limits the responses that are being sent in parts, per account, per network address and in total. */
export function limitParts(most = mostInParts, { noun, instead } = aboutLists) {
  const open = createTally()

  return {
    /** @throws {Refusal} if too many are being sent */
    limited(
      { account, address = '' }: { account?: string; address: string | undefined },
      parts: Parts,
    ): Parts {
      const keys = [
        ...(account === undefined ? [] : [['account', `account ${account}`] as const]),
        ['address', `address ${address}`] as const,
        ['total', 'total'] as const,
      ]
      for (const [kind, key] of keys) {
        if (open.of(key) < most[kind]) continue
        parts.close()
        const message = `${most[kind]} ${noun} are being sent ${reasons[kind]}; try again once one has arrived${instead}`
        throw overloaded(message, 'parts')
      }
      let isOpen = true
      for (const [, key] of keys) open.add(key, 1)
      return {
        next: parts.next,
        close() {
          if (!isOpen) return
          isOpen = false
          for (const [, key] of keys) open.add(key, -1)
          parts.close()
        },
      }
    },
  }
}

const reasons = { account: 'to this account', address: 'to this address', total: 'at once' }
