/** The network of an address: for IPv6 the first half, which one household gets. */
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
  // Proxies may write zeros and capitals.
  return all
    .slice(0, 4)
    .map(group => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')
}

/** The block of addresses that a network belongs to, often those of one provider: half of an IPv4 address, 32 bits of an IPv6 one. */
export const blockOf = (network: string): string => {
  const mark = network.includes(':') ? ':' : '.'
  return network.split(mark, 2).join(mark)
}

/** Whether a network address is this machine. */
export const isLoopback = (address: string): boolean =>
  /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/.test(address)
