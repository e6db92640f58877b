import {
  conditionalFailure,
  createAccount,
  createSchedule,
  failure,
  latency,
  limitRates,
  meantRequests,
  newSchedule,
  rateLimit,
  responseVariants,
} from '../server/control/index.js'
import { newAccount, shown } from '../server/core/index.js'
import { checked } from './engine/checked.js'
import { matcherOf } from './engine/conditions.js'
import { type Engine, type EngineOptions, notReady, startEngine } from './engine/engine.js'
import type { Mock, PlainMockOptions } from './mock.js'
import { type Base, baseAt } from './msw/base.js'
import { createCors } from './msw/cors.js'
import { createHandler, type Library } from './msw/handler.js'
import { createPassthrough } from './msw/passthrough.js'

/** The parts of each mock, keyed by its handlers, because extending a mock creates another object. */
const parts = new WeakMap<Mock['handlers'], { engine: Engine; base: Base }>()

/** Returns the engine of a mock and its base URL. */
export const partsOf = ({ handlers }: Mock) => parts.get(handlers) as { engine: Engine; base: Base }

/** Creates a mock whose handler is made with the given copy of MSW. */
export function assembleMock(
  library: Library,
  options: PlainMockOptions & Pick<EngineOptions, 'inhabit' | 'loading'>,
): Mock {
  const base = baseAt(options.baseUrl)
  const engine = startEngine(options)
  const { receive, faults, defect, mistakes } = engine
  const handler = createHandler({
    ...{ library, base, receive, defect, tellOnce: mistakes.tellOnce },
    cors: options.cors ? createCors(options.cors, new URL(base.url).origin) : undefined,
    passes: options.passthrough && createPassthrough(options.passthrough),
  })

  /** Returns the requests selected by one operation name, by several, or by these and a condition. */
  function meantBy(name: string, action: string, wanted: unknown) {
    if (wanted === undefined) return {}
    const isObject = typeof wanted === 'object' && !Array.isArray(wanted)
    const given = isObject ? wanted : { operation: wanted }
    const { operation, if: condition } = checked(action, meantRequests, given)
    return {
      operations: operation === undefined ? undefined : [operation].flat(),
      matches: matcherOf(name, condition, mistakes.tell),
    }
  }

  const handlers: Mock['handlers'] = [handler]
  parts.set(handlers, { engine, base })
  return {
    handlers,
    baseUrl: base.url,
    ready: engine.ready,
    clock: engine.clock,

    get db() {
      if (!engine.isReady()) throw notReady('db')
      return engine.store.db
    },
    get outbox() {
      return engine.outbox.kept()
    },
    get requests() {
      return engine.records.list()
    },

    reset(...given: unknown[]) {
      refuseSeed(given[0])
      engine.resetAtOnce()
    },
    load: engine.load,

    snapshot() {
      if (!engine.isReady()) throw notReady('snapshot()')
      return engine.snapshot()
    },
    restore: engine.restore,

    latency(wanted, operation) {
      const delay = checked('set the latency', latency, wanted)
      faults.delay.set(delay, meantBy('mock.latency', 'set the latency', operation))
    },
    fail(wanted) {
      if (typeof wanted !== 'object' || wanted === null) {
        throw new Error(
          `Failed to plan a failure: the value must be an object such as { with: 503 }, not ${shown(wanted)}.`,
        )
      }
      const { if: condition, ...rest } = checked('plan a failure', conditionalFailure, wanted)
      const planned = faults.failures.plan(rest, matcherOf('mock.fail', condition, mistakes.tell))
      return { ...planned, stop: () => void faults.failures.cancel(planned.id) }
    },
    succeed: faults.failures.clear,
    hold(operation) {
      const hold = faults.holds.add(meantBy('mock.hold', 'hold requests', operation))
      return {
        get waiting() {
          return hold.waiting
        },
        release: () => hold.release(),
        fail: (wanted = { with: 'network error' }) =>
          hold.release({ times: 1, ...checked('fail a held request', heldFailure, wanted) }),
        stop: hold.stop,
      }
    },
    idle: engine.idle,

    async rateLimit(requests, email) {
      const wanted = checked('limit the rate', rateLimit, { requests, email })
      await engine.during(service => limitRates(service, wanted))
    },
    variety(wanted) {
      const { settings } = engine.service
      settings.variety = { ...settings.variety, ...checked('set the variety', responseVariants, wanted) }
    },

    async addUser(account) {
      const wanted = checked('add a user', newAccount, account)
      return engine.during(service => createAccount(service, wanted))
    },
    async addSchedule(schedule) {
      const wanted = checked('add a schedule', newSchedule, schedule)
      return engine.during(service => createSchedule(service, wanted))
    },
  }
}

const heldFailure = failure.omit({ operation: true, times: true })

/**
 * Throws if a seed is passed to a reset. Any other argument is accepted, because test runners pass arguments of their own
 * to hooks.
 */
function refuseSeed(given: unknown): void {
  const names = Object.keys(given ?? {})
  if (names.length === 0 || names.some(name => !['seed', 'users', 'schedules'].includes(name))) return
  throw new Error(
    'Failed to reset: a reset takes no seed, and restores the last one. Call mock.load(seed), which resets, too.',
  )
}
