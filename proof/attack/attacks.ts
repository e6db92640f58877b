import type { Attack } from './attack.js'
import { connectionAttacks } from './connections.js'
import { eventLoopAttacks } from './event-loop.js'
import { loginAttacks } from './logins.js'
import { memoryAttacks } from './memory.js'
import { newClientAttacks } from './new-clients.js'

export const attacks: readonly Attack[] = [
  ...memoryAttacks,
  ...eventLoopAttacks,
  ...connectionAttacks,
  ...loginAttacks,
  ...newClientAttacks,
]
