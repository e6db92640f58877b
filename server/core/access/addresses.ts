/** Returns the network of an address: for IPv6, its first half, which is what one household gets. */
export function networkOf(peer: string | undefined): string {
  if (peer === undefined) return ''
  if (!peer.includes(':')) return peer
  const plain = peer.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':') || plain === '::1') return plain
  const [head = '', tail = ''] = plain.split('::')
  const groups = head.split(':').filter(group => group !== '')
  const rest = tail.split(':').filter(group => group !== '')
  const missing = plain.includes('::') ? Math.max(0, 8 - groups.length - rest.length) : 0
  const all = [...groups, ...Array(missing).fill('0'), ...rest]
  // Proxies may write leading zeros and capitals.
  return all
    .slice(0, 4)
    .map(group => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')
}

/**
 * Returns the block of addresses that a network belongs to, often one provider: half of an IPv4 address, 32 bits of an IPv6
 * address.
 */
export const blockOf = (network: string): string => {
  const mark = network.includes(':') ? ':' : '.'
  return network.split(mark, 2).join(mark)
}

/** Whether a network address is this machine. */
export const isLoopback = (address: string): boolean =>
  /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/.test(address)

/** Counts by key, such as a network address, and in total. */
export interface Tally {
  total(): number
  of(key: string): number
  add(key: string, change: number): void
}

/** Creates a tally; keys whose count is 0 are removed. */
export function createTally(): Tally {
  const counts = new Map<string, number>()
  let total = 0
  const of = (key: string) => counts.get(key) ?? 0
  return {
    total: () => total,
    of,
    add(key, change) {
      total += change
      const left = of(key) + change
      if (left === 0) counts.delete(key)
      else counts.set(key, left)
    },
  }
}
