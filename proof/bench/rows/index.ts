import type { Row } from '../row.js'
import { certification } from './certification.js'
import { growthRows } from './growth.js'
import { postgres } from './postgres.js'
import { requestRows } from './requests.js'
import { startRows } from './start.js'

/** In the order of the table. */
export const rows: readonly Row[] = [...requestRows, ...startRows, ...growthRows, postgres, certification]
