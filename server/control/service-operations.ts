import { reply } from '../core/index.js'
import { type ControlOperation, controlOperation } from './control-operation.js'

const data = (value: unknown) => reply(200, JSON.stringify({ success: true, data: value }))
const done = () => reply(200, '{"success":true}')

/** The running service: its health, its data as a whole, and what it did. */
export const serviceOperations: readonly ControlOperation[] = [
  controlOperation({
    method: 'GET',
    path: '/_control/health',
    summary: 'Ask whether the service answers',
    async run({ controlled: { service, version, clock } }) {
      const schedules = await service.ports.store.read(rows => rows.schedules.list())
      const now = new Date(clock.now()).toISOString()
      return data({ status: 'ok', version, now, schedules: schedules.length })
    },
  }),
  controlOperation({
    method: 'POST',
    path: '/_control/reset',
    summary:
      'Back to the seed: its data alone, an empty outbox, no recorded requests, the real time, no latency, failures and variety; snapshots stay',
    async run({ controlled }) {
      await controlled.reset()
      return done()
    },
  }),
  controlOperation({
    method: 'GET',
    path: '/_control/outbox',
    summary: 'Read the e-mails that were sent, the newest last',
    run: async ({ controlled }) => data(await controlled.outbox.list()),
  }),
  controlOperation({
    method: 'DELETE',
    path: '/_control/outbox',
    summary: 'Empty the outbox',
    run({ controlled }) {
      controlled.outbox.empty()
      return done()
    },
  }),
  controlOperation({
    method: 'GET',
    path: '/_control/requests',
    summary: 'Read the last requests with their answers, the newest last',
    run: ({ controlled }) => data(controlled.records.list()),
  }),
  controlOperation({
    method: 'DELETE',
    path: '/_control/requests',
    summary: 'Forget the requests so far',
    run({ controlled }) {
      controlled.records.empty()
      return done()
    },
  }),
]
