import { certify } from '../../../conformance/index.js'
import { createMockStore } from '../../../mock/store/index.js'
import { type Call, createService, type Handler, type Mail } from '../../../server/core/index.js'
import type { Exchange } from '../../../server/testing/documented/index.js'
import { createPorts, fetchFrom } from '../../server/in-process.js'
import { population, target } from '../../server/people.js'
import { tour } from '../tour.js'
import { sendBoundaries } from './boundaries.js'

/** The traffic by which mutants are recognized: the tour, and everything that the conformance kit sends. */
export async function recordTraffic(): Promise<Exchange[]> {
  const exchanges = [...(await tour()).values()]
  const mails: Mail[] = []
  const service = await startService(mails)
  const report = await certify({
    target,
    allow: ['all'],
    fetch: fetchFrom(recording(service.answer, exchanges)),
    mailbox: async address => mails.filter(({ to }) => to === address),
  })
  if (report.verdict !== 'conformant') throw new Error(`The server to record is ${report.verdict}`)
  // In a service of its own, whose first objects have the lowest id.
  const other = await startService([])
  await sendBoundaries(recording(other.answer, exchanges), other)
  return exchanges
}

async function startService(mails: Mail[]) {
  const ports = createPorts(createMockStore(), mails)
  const service = createService(ports, { requestRateLimit: 1_000_000 })
  await service.loadSeed(population)
  return service
}

const recording =
  (answer: Handler, exchanges: Exchange[]): Handler =>
  async (call: Call) => {
    const reply = await answer(call)
    const { method, target, body } = call
    const { status, headers } = reply
    exchanges.push({ method, target, sent: body, status, headers, body: reply.body })
    return reply
  }
