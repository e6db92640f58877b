/*
 * The document does not say that ids are never given again: that of a deleted object may be the next one's at once. An attempt of
 * a check that still sends it then means an object of another check, and both may end with what looks like a fault.
 */

/** An attempt of a check, or the run itself, as the creator of objects. */
export interface Creator {
  /** A create is sent. The result is called with the paths of what it made, once it is answered or has failed. */
  creating(): (paths: readonly string[]) => void
  end(): void
  /** Whether another attempt, while both were at work, got an id that this one had, or the reverse. */
  isDisturbed(): Promise<boolean>
  /** Forgets the disturbance: nothing that it affects is used any more. */
  recover(): void
}

/** Which ids a target gave to whom. */
export interface IdHistory {
  /** `isRun` is the run itself, which never sends the id of an object that it has deleted. */
  enter(options?: { isRun?: boolean }): Creator
}

export function createIdHistory(): IdHistory {
  interface Entry {
    /** When it ended, as a count of events. */
    ended: number
    isDisturbed: boolean
  }
  /** The attempts that created an object on each path. */
  const owners = new Map<string, Entry[]>()
  const pending = new Set<Promise<void>>()
  let events = 0

  return {
    enter({ isRun = false }: { isRun?: boolean } = {}) {
      const own: Entry = { ended: Number.POSITIVE_INFINITY, isDisturbed: false }
      const took = (path: string, sent: number) => {
        const others = owners.get(path) ?? []
        for (const other of others) {
          if (other !== own && other.ended > sent) other.isDisturbed = own.isDisturbed = true
        }
        if (!isRun) owners.set(path, [...others, own])
      }
      return {
        creating(): (paths: readonly string[]) => void {
          const sent = ++events
          let settle = () => {}
          const answered = new Promise<void>(resolve => {
            settle = resolve
          })
          pending.add(answered)
          return paths => {
            for (const path of paths) took(path, sent)
            pending.delete(answered)
            settle()
          }
        },
        end(): void {
          own.ended = ++events
        },
        async isDisturbed(): Promise<boolean> {
          // What is on its way may have such an id.
          await Promise.all(pending)
          return own.isDisturbed
        },
        recover(): void {
          own.isDisturbed = false
        },
      }
    },
  }
}
