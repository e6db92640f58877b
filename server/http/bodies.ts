/** How many bytes of bodies are kept at once, as multiples of the longest body. */
export const mostKept = { address: 16, total: 128 }

export type Memory = ReturnType<ReturnType<typeof createBodies>['bodyOf']>

/** Limits the memory of bodies that arrive or are worked on, of all callers and of each address. */
export function createBodies(longest: number) {
  const addresses = new Map<string, number>()
  const bytesOf = (address: string) => addresses.get(address) ?? 0
  let total = 0

  function count(address: string, bytes: number): void {
    total += bytes
    const left = bytesOf(address) + bytes
    if (left > 0) addresses.set(address, left)
    else addresses.delete(address)
  }

  return {
    /** The memory of one body, counted until it is released. */
    bodyOf(address: string) {
      let own = 0
      let isReleased = false
      return {
        /** Counts bytes that have arrived. Returns whether there is room for them; addresses with less than one body have some in any case. */
        add(bytes: number): boolean {
          if (isReleased) return false
          own += bytes
          count(address, bytes)
          const all = bytesOf(address)
          return all <= mostKept.address * longest && (total <= mostKept.total * longest || all <= longest)
        },
        release(): void {
          if (isReleased) return
          isReleased = true
          count(address, -own)
        },
      }
    },
  }
}
