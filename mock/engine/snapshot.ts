import type { MockStore, Snapshot, SnapshotData } from '../store/index.js'
import type { IdCounters, IdSequence } from './ids.js'

/** All data of a mock at one moment. It can be restored any number of times, and written as JSON. */
export interface MockSnapshot {
  /** The snapshot as plain data, for `JSON.stringify`. */
  toJSON(): MockSnapshotData
}

/** A snapshot as JSON: the rows, and the last numbers used in ids. */
export interface MockSnapshotData {
  /** The rows of each model. */
  rows: SnapshotData
  /** The last numbers used in ids and secrets. */
  given: IdCounters
}

/** The parts of each snapshot; any mock in this process can restore them. */
const own = new WeakMap<MockSnapshot, { rows: Snapshot; given: IdCounters }>()

/** Takes and restores snapshots of the rows and of the id counters. */
export function createMockSnapshots(store: MockStore, ids: IdSequence) {
  function restoreRows(snapshot: MockSnapshot | MockSnapshotData): IdCounters {
    const { rows, given } = own.get(snapshot as MockSnapshot) ?? parseSnapshot(snapshot)
    store.restore(rows)
    return given
  }

  return {
    snapshot(): MockSnapshot {
      const parts = { rows: store.snapshot(), given: ids.counters() }
      const snapshot: MockSnapshot = {
        toJSON: () => ({ rows: parts.rows.toJSON(), given: parts.given }),
      }
      own.set(snapshot, parts)
      return snapshot
    },

    restore(snapshot: MockSnapshot | MockSnapshotData): void {
      const given = restoreRows(snapshot)
      // The outbox is kept, so a secret of a link in it must not be issued to another account.
      ids.continueFrom({ ...given, secret: Math.max(given.secret, ids.counters().secret) })
    },

    /** Restores a snapshot including its id counters, so that the next ids and secrets are the same again. */
    rewind(snapshot: MockSnapshot): void {
      ids.continueFrom(restoreRows(snapshot))
    },
  }
}

function parseSnapshot(snapshot: MockSnapshot | MockSnapshotData): MockSnapshotData {
  const data =
    (snapshot as MockSnapshot | undefined)?.toJSON?.() ?? (snapshot as MockSnapshotData | undefined)
  const { user, schedule, secret } = data?.given ?? {}
  if (data?.rows && [user, schedule, secret].every(Number.isSafeInteger)) return data
  const hint =
    typeof snapshot === 'string'
      ? 'It is a text: parse it with JSON.parse first.'
      : 'Pass the result of mock.snapshot(), or its parsed JSON.'
  throw new Error(`Failed to restore: this is not a snapshot. ${hint}`)
}
