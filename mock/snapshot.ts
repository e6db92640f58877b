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
      const { rows, given } = own.get(snapshot as MockSnapshot) ?? dataOf(snapshot)
      store.restore(rows)
      ids.continueFrom(given)
    },
  }
}

function dataOf(snapshot: MockSnapshot | MockSnapshotData): MockSnapshotData {
  const data = 'toJSON' in snapshot ? snapshot.toJSON() : snapshot
  if (typeof data?.rows === 'object' && typeof data.given === 'object') return data
  throw new Error(
    'Failed to restore: this is no snapshot. Give what mock.snapshot() answered, or its JSON, parsed.',
  )
}
