import {
  createEvents,
  createFaults,
  createRecords,
  createSnapshots,
  type Instance,
  type SessionIdentity,
  seedToLoad,
} from './control/index.js'
import type { Played } from './control/worlds/index.js'
import {
  type Awaitable,
  createClock,
  createService,
  type Handler,
  type LoadableSeed,
  type OutboxEntry,
  type Passwords,
  type Service,
  type Settings,
  type UniqueNames,
} from './core/index.js'
import { type Demo, type RequestLog, withDocuments } from './http/index.js'
import { createMailer } from './mail/index.js'
import { randomIds } from './secrets.js'
import { type ServerStore, steadyTime } from './storage/index.js'
import { version } from './version.js'

/** What all instances of a server share. */
export interface Shared {
  passwords: Passwords
  log: RequestLog
  settings: Settings
  smtp: string | undefined
  world: Played
}

interface InstanceOptions extends Shared {
  store: Omit<ServerStore, 'isSeeded' | 'seedFirst'> & { countObjects?(): number }
  demo: Demo | undefined
  isControlled: boolean
  uniqueNames: UniqueNames
  /** Restores the data of the seed. */
  reload(service: Service): Promise<void>
  /** The session, unless it handles requests that do not name one. */
  session?: SessionIdentity
}

export interface ServerInstance extends Instance {
  /** The number of mails waiting for delivery. */
  waitingMails(): Awaitable<number>
}

/**
 * Creates the service and everything that the control interface controls.
 *
 * @throws {SmtpUrlError} if the URL of the SMTP server is not valid
 */
export function createInstance(options: InstanceOptions): ServerInstance {
  const { store, passwords, log, smtp, reload, session, demo, isControlled, uniqueNames, world } = options
  const { prefix = '' } = session ?? {}
  const clock = createClock(() => Date.now(), steadyTime)
  const events = createEvents(clock)
  const mailer = createMailer({
    ...{ clock, queue: store.mails, smtp },
    // Mails contain links, so those that nobody can read are not kept.
    keepsDelivered: isControlled,
    notify(entry) {
      log.event('mail', describe(entry, session))
      events.add('mail', { kind: entry.kind, to: entry.to })
    },
  })
  const { publicUrl } = options.settings
  const settings = { ...options.settings, ...(publicUrl !== undefined && { publicUrl: publicUrl + prefix }) }
  const ports = { store, clock, passwords, mailer, ids: randomIds, log }
  const service = createService(ports, settings, store.counts)
  const records = createRecords(200)
  const faults = createFaults({ callAfter, random: Math.random })
  const { outbox } = mailer
  let loaded: LoadableSeed | undefined
  // Faults can only be planned through the control interface.
  const planned = isControlled ? faults.around : (answer: Handler) => answer
  const begin = (): Handler => world.inhabit?.()(service.answer, planned) ?? planned(service.answer)
  let played = begin()
  function setClock(): void {
    clock.reset()
    if (world.begins !== undefined) clock.set(world.begins)
  }
  setClock()
  async function reset(): Promise<void> {
    setClock()
    played = begin()
    faults.clear()
    service.settings.variety = {}
    await (loaded ? service.loadSeed(loaded) : reload(service))
    await outbox.empty()
    records.empty()
  }
  const answer = withDocuments(call => played(call), {
    ...{ publicUrl: settings.publicUrl, demo, version, isControlled },
  })
  return {
    answer,
    waitingMails: mailer.waiting,
    controlled: {
      service,
      clock,
      outbox,
      records,
      events,
      faults,
      snapshots: createSnapshots(store),
      reset,
      load(seed) {
        loaded = seedToLoad(seed, uniqueNames, session)
        return reset()
      },
      version,
    },
    async close() {
      // A request that is still delayed would find the store closed.
      faults.clear()
      events.close()
      await mailer.close()
      await store.close()
    },
  }
}

/** Calls back after a delay that does not keep the process alive. */
function callAfter(milliseconds: number, done: () => void): () => void {
  const timer = setTimeout(done, milliseconds).unref()
  return () => clearTimeout(timer)
}

/** Omits the link of a mail, which is only for its recipient. */
function describe(
  { delivery, kind, to, problem }: Pick<OutboxEntry, 'delivery' | 'kind' | 'to' | 'problem'>,
  session: SessionIdentity | undefined,
): Record<string, unknown> {
  return {
    ...{ delivery, kind, to },
    ...(session && { session: session.name }),
    ...(problem !== undefined && { problem }),
  }
}
