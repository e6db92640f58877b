/** Lets reads in side by side and each write alone, in the order in which they came. */
export interface Gate {
  together<T>(work: () => Promise<T>): Promise<T>
  alone<T>(work: () => Promise<T>): Promise<T>
}

export function createGate(): Gate {
  let lastWrite: Promise<unknown> = Promise.resolve()
  let readsSince = new Set<Promise<unknown>>()

  const settled = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      () => undefined,
    )

  return {
    together(work) {
      const result = lastWrite.then(work)
      const reads = readsSince
      const read = settled(result)
      reads.add(read)
      void read.then(() => reads.delete(read))
      return result
    },

    alone(work) {
      const result = Promise.all([lastWrite, ...readsSince]).then(work)
      readsSince = new Set()
      lastWrite = settled(result)
      return result
    },
  }
}
