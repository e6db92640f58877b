import { createGate } from '../../../core/index.js'
import { openDatabase } from '../engine.js'
import { createGroupCommit } from '../group-commit.js'
import { memoryPersistence } from '../persistence.js'
import type { StoreState } from '../repositories.js'
import type { Statements } from '../statements.js'

export interface MemoryWritesOptions {
  run: Statements['run']
  state: StoreState
}

/** What the writes do not use: they get statements. */
const idle = await openDatabase()

/** The writes of a store in memory, on its parts. A transaction takes writers as long as some wait. */
export const memoryWrites = ({ run, state }: MemoryWritesOptions) =>
  createGroupCommit({
    large: { begin() {} },
    run,
    state,
    gate: createGate(),
    persistence: memoryPersistence(idle),
    longest: Number.POSITIVE_INFINITY,
  }).write
