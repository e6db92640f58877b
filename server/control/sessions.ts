import {
  type Call,
  dateText,
  type Handler,
  isControlPath,
  overloaded,
  prefixOf,
  Refusal,
  sessionOf,
} from '../core/index.js'
import type { Controlled } from './control-operation.js'
import { tooLarge } from './seeds.js'
import type { SessionDescription, SessionIdentity, SessionLimits } from './session-limits.js'

/** The service with everything that belongs to it: data, clock, outbox, faults, counts and records. */
export interface Instance {
  answer: Handler
  controlled: Controlled
  /** Releases its resources. No request may be in progress. */
  close(): Promise<void>
}

/** The instance of a session. */
export interface SessionInstance extends Instance {
  /** The number of objects, including its snapshots. */
  countObjects(): number
}

/** How sessions are created. */
export interface SessionData {
  /**
   * Creates an instance with the data of the seed. The origin of the calls that it handles includes the prefix of the
   * session.
   *
   * @throws {Refusal} if it cannot be created
   */
  create(session: SessionIdentity): Promise<SessionInstance>
  /** The number of objects that a session starts with. */
  seedObjects: number
}

interface SessionsOptions extends SessionData {
  /** Handles requests that do not name a session. */
  main: Instance
  limits: Required<SessionLimits>
  /** Whether a call comes from a page that may not start a session. */
  isForeign(call: Call): boolean
  /** Called with errors from ending a session. */
  defect(error: unknown): void
}

interface Session {
  readonly name: string
  readonly made: Promise<SessionInstance>
  /** Set once it has been created. */
  instance?: SessionInstance
  /** Milliseconds since 1970. */
  readonly began: number
  /** When it was last used, in milliseconds since the process started, because the system clock may be set meanwhile. */
  used: number
  requests: number
  inProgress: number
  readonly timer: NodeJS.Timeout
  /** Called when no request is in progress any more. */
  whenFree?: () => void
}

/** The sessions of a service. */
export interface Sessions {
  /** Handles requests that do not name a session. */
  main: Instance
  /**
   * Returns the instance for a call and removes the session from its target. Call `leave` afterwards.
   *
   * @throws {Refusal} if the name is invalid, if there is no room, or if a foreign page would start a session
   */
  enter(call: Call): Promise<Instance>
  /** Records that a call was answered. Returns its session, if it named one. */
  leave(call: Call): { name: string; controlled: Controlled | undefined } | undefined
  list(): readonly SessionDescription[]
  /** Ends a session; requests in progress are still answered. False if there is none with this name. */
  end(name: string): boolean
  /** Ends all sessions; new ones start with other data. */
  restartAll(next: SessionData): void
  /** Ends all event streams and holds, which would otherwise keep requests open. */
  endStreamsAndHolds(): void
  /** Ends all sessions. Resolves once they are closed. */
  close(): Promise<void>
}

/**
 * Gives each session its own instance behind one listener. A session begins with the first request that names it, and ends on
 * request or after being idle for too long.
 */
export function createSessions({ main, limits, isForeign, defect, ...data }: SessionsOptions): Sessions {
  let { create, seedObjects } = data
  const sessions = new Map<string, Session>()
  const endings = new Set<Promise<void>>()
  const entered = new WeakMap<Call, Session>()

  function begin(name: string, call: Call): Session {
    if (isForeign(call)) throw foreign(name)
    if (sessions.size >= limits.sessions) throw tooMany()
    if (seedObjects > limits.objects) throw tooLarge(seedObjects, limits.objects)
    const session: Session = {
      name,
      made: createFor({ name, prefix: prefixOf(name), mostObjects: limits.objects }),
      ...{ began: Date.now(), used: performance.now(), requests: 0, inProgress: 0 },
      timer: setTimeout(() => endIfIdle(session), limits.idleTime),
    }
    session.timer.unref()
    sessions.set(name, session)
    session.made.then(
      instance => {
        session.instance = instance
      },
      () => forget(session),
    )
    return session
  }

  async function createFor(session: SessionIdentity): Promise<SessionInstance> {
    const instance = await create(session)
    const { answer } = instance
    return { ...instance, answer: call => answer({ ...call, origin: call.origin + session.prefix }) }
  }

  function forget(session: Session): void {
    clearTimeout(session.timer)
    if (sessions.get(session.name) === session) sessions.delete(session.name)
  }

  function endIfIdle(session: Session): void {
    if (session.inProgress > 0) session.timer.refresh()
    else end(session)
  }

  function end(session: Session): void {
    forget(session)
    const ending = close(session)
      .catch(defect)
      .finally(() => endings.delete(ending))
    endings.add(ending)
  }

  async function close(session: Session): Promise<void> {
    const instance = await session.made.catch(() => undefined)
    if (!instance) return
    // Held requests would otherwise keep it open indefinitely.
    instance.controlled.faults.clear()
    instance.controlled.events.close()
    if (session.inProgress > 0) {
      await new Promise<void>(resolve => {
        session.whenFree = resolve
      })
    }
    await instance.close()
  }

  function tooMany(): Refusal {
    const { sessions: most, idleTime } = limits
    const message = `There are ${most} sessions, the most at once: end one with DELETE /_control/sessions/NAME, or start with a higher --max-sessions; one that is idle ends after ${idleTime / 1000} s`
    const oldest = Math.min(...[...sessions.values()].map(({ used }) => used))
    const wait = Math.max(1, Math.ceil((oldest + idleTime - performance.now()) / 1000))
    return overloaded(message, 'sessions', wait)
  }

  /** @throws {Refusal} if the call adds objects to a session that is full */
  function checkRoom({ name }: Session, instance: SessionInstance, { method, target }: Call): void {
    if (method !== 'POST' || (isControlPath(target) && !addsByControl.test(target))) return
    if (instance.countObjects() < limits.objects) return
    const message = `The session ${name} holds ${limits.objects} objects, the most that a session may, with its snapshots: delete some, reset it, or start with a higher --max-session-objects`
    throw new Refusal('storage_full', message)
  }

  return {
    main,

    async enter(call) {
      const { name, target } = sessionOf(call)
      if (name === undefined) return main
      const session = sessions.get(name) ?? begin(name, call)
      entered.set(call, session)
      session.inProgress++
      session.requests++
      call.target = target
      const instance = session.instance ?? (await session.made)
      checkRoom(session, instance, call)
      return instance
    },

    leave(call) {
      const session = entered.get(call)
      if (!session) return undefined
      entered.delete(call)
      session.inProgress--
      session.used = performance.now()
      if (sessions.get(session.name) === session) session.timer.refresh()
      if (session.inProgress === 0) session.whenFree?.()
      return { name: session.name, controlled: session.instance?.controlled }
    },

    list: () =>
      [...sessions.values()].map(({ name, instance, began, used, requests }) => ({
        id: name,
        created_at: dateText(began),
        used_at: dateText(Math.ceil(Date.now() - (performance.now() - used))),
        requests,
        objects: instance?.countObjects() ?? seedObjects,
      })),

    end(name) {
      const session = sessions.get(name)
      if (session) end(session)
      return session !== undefined
    },

    restartAll(next) {
      create = next.create
      seedObjects = next.seedObjects
      for (const session of sessions.values()) end(session)
    },

    endStreamsAndHolds() {
      for (const instance of [main, ...[...sessions.values()].map(session => session.instance)]) {
        instance?.controlled.events.close()
        instance?.controlled.faults.holds.stop()
      }
    },

    async close() {
      for (const session of sessions.values()) end(session)
      await Promise.all(endings)
    },
  }
}

const addsByControl = /\/_control\/(?:users|schedules|snapshots)\/?(?:\?|$)/

/** Any page can make a browser send requests, such as for images: 32 of them could use up all sessions. */
const foreign = (name: string): Refusal =>
  new Refusal(
    'forbidden',
    `There is no session ${name}, and pages of other sites may not begin one; allow them with --cors`,
  )
