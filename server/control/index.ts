// The door of the control interface.

export { controlOperations, createControl, isControlPath } from './control.js'
export type { Controlled, Outbox, Record, Records } from './control-operation.js'
export { createRecords } from './records.js'
