import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Booking, Client, Collaborator, Resource, User } from 'schedkit/client'
import { isRefusal, type Problem, problemOf } from '../notices.js'
import { type Account, type Known, nowOf, type Service } from '../service.js'
import { takeTurns } from '../store.js'
import { day, type Period, periodOf, readWall, wallOf, writeWall } from '../times.js'
import type { Shown } from '../view-state.js'

/** What an account sees of a schedule in a period. */
export interface Plan {
  client: Client
  me: User
  scheduleId: string
  period: Period
  resources: readonly Resource[]
  bookings: readonly Booking[]
  /** Whether the account may change bookings; undefined until it is known. */
  mayEdit: boolean | undefined
}

/** How long before a period a booking may begin to be shown in it. */
const longest = 366 * day

/** Milliseconds until a failed read of the timeline is retried. */
const retryAfter = 3_000

/** Returns the chosen account, or else the first with a known password: the chosen one may have another address by now. */
export const accountOf = ({ accounts }: Known, { as }: Shown): Account | undefined =>
  accounts.find(({ email }) => email === as) ?? accounts[0]

/** Returns the chosen schedule, or else the first. */
export const scheduleOf = ({ schedules }: Known, { schedule }: Shown): string | undefined =>
  schedule ?? schedules[0]?.id

/**
 * Returns whether an account may write. Only the owner can read roles: if the owner's password is not known here, the result is
 * undefined until a write is refused.
 */
async function readRole(service: Service, scheduleId: string, email: string): Promise<boolean | undefined> {
  const { schedules, accounts } = service.store.get()
  const owner = schedules.find(({ id }) => id === scheduleId)?.owner
  if (owner === email) return true
  const account = accounts.find(each => each.email === owner)
  if (!account) return undefined
  const { data } = await service.clientOf(account).listCollaborators({ scheduleId, limit: 0 })
  // The address of an invitation stays the same even if that of the account changes.
  const addressOf = ({ user, email }: Collaborator) => (user?.email ?? email).toLowerCase()
  const role = data.find(each => addressOf(each) === email.toLowerCase())?.user_role
  return role && role !== 'viewer'
}

/** Reads what an account sees, and rereads it whenever it has changed. `reload` reads it now. */
export function usePlan(service: Service, known: Known, shown: Shown) {
  // Unknown until the accounts have been read.
  const account = known.users.length > 0 ? accountOf(known, shown) : undefined
  const scheduleId = scheduleOf(known, shown)
  const client = account && service.clientOf(account)
  const [me, setMe] = useState<User>()
  const [plan, setPlan] = useState<Plan>()
  const [problem, setProblem] = useState<Problem>()
  const [attempts, setAttempts] = useState(0)
  const retry = useRef<ReturnType<typeof setTimeout>>()

  /** Shows what could not be read, and retries later unless it was refused permanently. */
  function fail(error: unknown): void {
    setProblem(problemOf(error))
    clearTimeout(retry.current)
    const wait = Math.max(retryAfter, 1_000 * ((error as { retryAfter?: number }).retryAfter ?? 0))
    if (!isRefusal(error)) retry.current = setTimeout(() => setAttempts(count => count + 1), wait)
  }

  useEffect(() => {
    let isOver = false
    client?.readMe().then(
      user => !isOver && setMe(before => (JSON.stringify(before) === JSON.stringify(user) ? before : user)),
      error => !isOver && fail(error),
    )
    return () => {
      isOver = true
      clearTimeout(retry.current)
    }
  }, [account?.email, account?.password, known.users, attempts])

  const wall =
    shown.date === undefined ? wallOf(nowOf(known), me?.timezone ?? 'UTC') : readWall(`${shown.date} 00:00`)
  const period = me && periodOf(shown.view, wall, me)

  const place = [scheduleId, account?.email, me?.id, period?.from, period?.to].join()
  const inTurn = useMemo(() => takeTurns<readonly Booking[] | undefined>(), [place, me, account?.password])
  const latest = useRef(inTurn)
  latest.current = inTurn

  /** Resolves with the current bookings, if they could be read. */
  async function read(): Promise<readonly Booking[] | undefined> {
    if (!client || !me || !period || scheduleId === undefined) return undefined
    const isOver = () => inTurn !== latest.current
    try {
      const textOf = (time: number) => writeWall(time).replace(' ', 'T')
      const [resources, bookings] = await Promise.all([
        client.listResources({ scheduleId, limit: 0 }),
        client.listBookings({
          ...{ scheduleId, limit: 0 },
          time_min: textOf(period.from - longest),
          time_max: textOf(period.to + longest),
        }),
      ])
      let refusal: Problem | undefined
      const mayEdit = await readRole(service, scheduleId, me.email).catch(error => {
        if (!isRefusal(error)) throw error
        refusal = { message: `The role of ${me.email} is not known: ${error.message}`, details: [] }
        return undefined
      })
      if (isOver()) return bookings.data
      setProblem(refusal)
      setPlan({
        ...{ client, me, scheduleId, period, mayEdit },
        ...{ resources: resources.data, bookings: bookings.data },
      })
      return bookings.data
    } catch (error) {
      if (!isOver()) fail(error)
      return undefined
    }
  }

  /** Reads in sequence, so that newer data are never replaced by older data. */
  const load = () => inTurn(read)
  useEffect(() => void load(), [me, place, known.changes, attempts])

  const isCurrent = plan && plan.scheduleId === scheduleId && plan.me.email === account?.email
  return { account, scheduleId, problem, period, plan: isCurrent ? plan : undefined, reload: load }
}
