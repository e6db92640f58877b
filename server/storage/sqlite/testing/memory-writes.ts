import { createGate } from '../../../core/index.js'
import { openDatabase } from '../engine.js'
import { memoryPersistence } from '../persistence.js'
import type { Statements } from '../statements.js'
import { createWriteQueue } from '../write-queue.js'

/** Not used by the writes, which are given statements. */
const unused = await openDatabase()

/** Creates the write queue of an in-memory store on its statements. */
export const memoryWrites = (run: Statements['run']) =>
  createWriteQueue({
    run,
    gate: createGate(),
    persistence: memoryPersistence(unused),
    large: { begin() {}, end() {} },
  }).write
