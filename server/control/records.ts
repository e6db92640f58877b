import type { Records } from './control-operation.js'
import type { RequestRecord } from './exchange.js'

/** Keeps the newest records, up to a number. */
export function createRecords(limit: number): Records & { add(record: RequestRecord): void } {
  let records: RequestRecord[] = []
  return {
    list: () => records.slice(-limit),
    empty() {
      records = []
    },
    add(record) {
      records.push(record)
      if (records.length >= 2 * limit) records = records.slice(-limit)
    },
  }
}
