import { setFlagsFromString } from 'node:v8'

/** In bytes. What is new while a smaller seed file is read and loaded takes little memory in any case. */
const large = 4 * 2 ** 20

/**
 * Creates all objects in the space for new ones. A turn of the event loop ends with its responses, so a collection in the middle
 * of one finds many objects alive, and V8 takes them for long-lived: it would create their like among the old ones, where they,
 * and all that they refer to, stay until the next full collection.
 */
export function startYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}

/**
 * Keeps the space for new objects from growing while a large seed is read and loaded. Its objects live for microseconds, but
 * V8 doubles the space whenever enough of them were alive at a collection: 30 MB in the end, for nothing.
 */
export function createYoungSpace() {
  let isKept = false

  function grow(factor: 1 | 2): void {
    isKept = factor === 1
    setFlagsFromString(`--semi-space-growth-factor=${factor}`)
  }

  return {
    /** Keeps it as it is, if so many bytes are to be read. */
    keepFor(bytes: number): void {
      if (!isKept && bytes >= large) grow(1)
    },
    /** Lets it grow again, as V8 does by default. */
    release(): void {
      if (isKept) grow(2)
    },
  }
}
