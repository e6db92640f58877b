import { createGate } from '../../../core/index.js'
import { openDatabase } from '../engine.js'
import { memoryPersistence } from '../persistence.js'
import type { Statements } from '../statements.js'
import { createWriteQueue } from '../write-queue.js'

/** What the writes do not use: they get statements. */
const unused = await openDatabase()

/** The writes of a store in memory, on its statements. */
export const memoryWrites = (run: Statements['run']) =>
  createWriteQueue({
    run,
    gate: createGate(),
    persistence: memoryPersistence(unused),
    large: { begin() {}, end() {} },
  }).write
