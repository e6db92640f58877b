import type { Given, Sequence } from './ids.js'
import type { MockStore, Snapshot, SnapshotData } from './store/index.js'

/** All data of a mock at one moment: it stays good however often it is restored, and can be written as JSON. */
export interface MockSnapshot {
  toJSON(): MockSnapshotData
}

/** What a snapshot is as JSON: the rows, and the last numbers that ids were made of. */
export interface MockSnapshotData {
  rows: SnapshotData
  given: Given
}

/** Takes and restores snapshots of the rows and of the ids to come. */
export function createMockSnapshots(store: MockStore, ids: Sequence) {
  const own = new WeakMap<MockSnapshot, { rows: Snapshot; given: Given }>()

  function restoreRows(snapshot: MockSnapshot | MockSnapshotData): Given {
    const { rows, given } = own.get(snapshot as MockSnapshot) ?? dataOf(snapshot)
    store.restore(rows)
    return given
  }

  return {
    snapshot(): MockSnapshot {
      const parts = { rows: store.snapshot(), given: ids.given() }
      const snapshot: MockSnapshot = {
        toJSON: () => ({ rows: parts.rows.toJSON(), given: parts.given }),
      }
      own.set(snapshot, parts)
      return snapshot
    },

    restore(snapshot: MockSnapshot | MockSnapshotData): void {
      const given = restoreRows(snapshot)
      // The outbox stays: a link in it must not come to be one that is sent later, to somebody else.
      ids.continueFrom({ ...given, secret: Math.max(given.secret, ids.given().secret) })
    },

    /** Back to a snapshot as if nothing had been since, links that were sent included. */
    rewind(snapshot: MockSnapshot): void {
      ids.continueFrom(restoreRows(snapshot))
    },
  }
}

function dataOf(snapshot: MockSnapshot | MockSnapshotData): MockSnapshotData {
  const data =
    (snapshot as MockSnapshot | undefined)?.toJSON?.() ?? (snapshot as MockSnapshotData | undefined)
  const { user, schedule, secret } = data?.given ?? {}
  if (data?.rows && [user, schedule, secret].every(Number.isSafeInteger)) return data
  const hint = typeof snapshot === 'string' ? 'This is a text: parse it by JSON.parse first.' : advice
  throw new Error(`Failed to restore: this is no snapshot. ${hint}`)
}

const advice = 'Give what mock.snapshot() answered, or its JSON, parsed.'
