import type { OutboxEntry } from '../../server/control/index.js'
import { openWire, type Wire } from '../requests/http-client.js'
import type { Steering } from '../requests/request.js'
import { refusedSteering, type Twin } from './implementation.js'
import { withSecret } from './secrets.js'

interface Running {
  readonly url: string
  outbox(): Promise<readonly OutboxEntry[]>
  close(): Promise<void>
}

/** A service that is reached over HTTP, and steered by its control interface. */
export function wiredTwin(name: string, running: Running, host: string): Twin {
  const wire = openWire(running.url)
  return {
    name,
    hears: () => true,
    send: sent => withSecret(sent, running.outbox, each => wire.send(each, host)),
    async steer(steering) {
      const data = await asked(wire, steering)
      return data === undefined ? refusedSteering : JSON.stringify(data)
    },
    accounts: async () => (await wire.control('GET', '/users')) as { id: string; email: string }[],
    schedules: async () => (await wire.control('GET', '/schedules')) as { id: string; owner: string }[],
    outbox: running.outbox,
    async close() {
      await wire.close()
      await running.close()
    },
  }
}

function asked({ control }: Wire, steering: Steering): Promise<unknown> {
  switch (steering.steer) {
    case 'reset':
      return control('POST', '/reset')
    case 'take snapshot':
      return control('POST', '/snapshots', { id: steering.id })
    case 'restore snapshot':
      return control('POST', `/snapshots/${steering.id}/restore`)
    case 'set clock':
      return control('PUT', '/clock', { now: steering.now })
    case 'freeze clock':
      return control('PUT', '/clock', { frozen: true })
    case 'run clock':
      return control('PUT', '/clock', { frozen: false })
    case 'advance clock':
      return control('POST', '/clock/advance', { seconds: steering.seconds })
    case 'reset clock':
      return control('DELETE', '/clock')
    case 'set latency':
      return control('PUT', '/latency', { ms: steering.ms })
    case 'plan failure':
      return control('POST', '/failures', steering.failure)
    case 'end failures':
      return control('DELETE', '/failures')
    case 'limit rate':
      return control('PUT', '/rate-limit', { requests: steering.requests, email: steering.email })
    case 'set variety':
      // A mock's method gives nothing to compare this with.
      return control('PUT', '/variety', steering.variety).then(data => data && null)
    case 'add user':
      return control('POST', '/users', steering.account)
    case 'add schedule':
      return control('POST', '/schedules', steering.schedule)
  }
}
