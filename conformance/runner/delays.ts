/**
 * Counts responses that came after some 40 ms: for so long, TCP delays the acknowledgement that a target waits for if it sends
 * headers and body apart, without `TCP_NODELAY`. A slow target, or one that is far away, answers in other times, too.
 */
export function createDelays() {
  let fast = 0
  let between = 0
  let delayed = 0

  return {
    /** Adds a response, by its milliseconds. */
    add(took: number): void {
      if (took < 20) fast++
      else if (took < 38) between++
      else if (took < 60) delayed++
    },
    /** How many of so many responses were delayed; 0 unless they are many, and stand apart from the others. */
    among(requests: number): number {
      const standApart = between <= requests / 20 && fast >= requests / 50
      return standApart && requests >= 100 && delayed >= requests / 3 ? delayed : 0
    },
  }
}
