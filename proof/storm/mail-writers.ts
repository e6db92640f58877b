import { setTimeout as wait } from 'node:timers/promises'
import { owner } from '../processes/data.js'
import { call } from './caller.js'
import { type Deployment, movers } from './deployment.js'
import { pause, type Tally } from './tally.js'

const collaborators = '/schedules/one/collaborators'

const subjects = {
  activation: 'Please confirm your new e-mail address',
  request: 'A change of your e-mail address was requested',
  change: 'Your e-mail address has changed',
  invitation: `${owner} invites you to a schedule`,
}

export interface MailReview {
  /** The number of mails that had to be delivered. */
  wanted: number
  /** The number of mails that were delivered more than once, with the same Message-ID. */
  repeated: number
  contradictions: string[]
}

/** Identifies a mail by its subject and the new address that it goes to or mentions; there is one request per address. */
const nameOf = (subject: string, address: string) => `"${subject}" about ${address}`

/** The name and the Message-ID of a mail that was delivered. */
function read({ to, message }: Deployment['received'][number]): { name: string; id: string } {
  // Joins lines wrapped by quoted-printable.
  const text = message.replaceAll('=\r\n', '')
  const header = (key: string) => new RegExp(`^${key}: (.*)\r$`, 'm').exec(text)?.[1] ?? ''
  const mentioned = / uses? (\S+@example\.test)/.exec(text)?.[1]
  return { name: nameOf(header('Subject'), mentioned ?? String(to)), id: header('Message-ID') }
}

/** Starts writers that send requests with mails until they are stopped: invitations, and changes of address with their link. */
export function startMailWriters(
  { balancer: { url }, received }: Pick<Deployment, 'balancer' | 'received'>,
  { tally, random }: { tally: Tally; random(): number },
) {
  /** Whether the request of each mail was acknowledged. */
  const asked = new Map<string, boolean>()

  function note(isDone: boolean | undefined, kind: keyof typeof subjects, address: string): void {
    if (isDone !== false) asked.set(nameOf(subjects[kind], address), isDone === true)
  }

  async function invite(address: string): Promise<void> {
    const invitation = { email: address, user_role: 'viewer', invite: true }
    const answer = await call(url, owner, ['POST', collaborators], invitation)
    const isInvited = tally.judge(answer, 201, `The invitation of ${address}`)
    note(isInvited, 'invitation', address)
    if (!isInvited) return
    const removal = await call(url, owner, ['DELETE', `${collaborators}/${answer.body.data[0].id}`])
    tally.judge(removal, 200, `The removal of ${address}`)
  }

  /** Requests a new address for an account. Resolves to whether the request was acknowledged. */
  async function request(from: string, to: string): Promise<boolean> {
    const answer = await call(url, from, ['PUT', '/users/me'], { email: to })
    const isRequested = tally.judge(answer, 200, `The change of ${from} to ${to}`)
    note(isRequested, 'activation', to)
    note(isRequested, 'request', to)
    return isRequested === true
  }

  /** The path of the link that was delivered to an address; undefined if it has not been delivered yet. */
  function linkTo(address: string): string | undefined {
    const mail = received.find(({ to }) => to[0] === address)
    return /\/v1(\/activations\/[\w-]+)/.exec(mail?.message.replaceAll('=\r\n', '') ?? '')?.[1]
  }

  async function follow(link: string): Promise<boolean> {
    for (let tries = 0; ; tries++) {
      const answer = await call(url, owner, ['GET', link])
      // An earlier attempt without a response may have used the link.
      if (tries > 0 && answer.body?.error?.code === 'link_invalid') return true
      const isFollowed = tally.judge(answer, 200, `The link ${link}`)
      if (isFollowed !== undefined) return isFollowed
      await wait(pause)
    }
  }

  function createWriter(account: string, writer: number) {
    let email = account
    /** The address that awaits its link. */
    let next: string | undefined
    return async (turn: number) => {
      const address = `mail-${writer}-${turn}@example.test`
      const link = next === undefined ? undefined : linkTo(next)
      if (next !== undefined && link !== undefined) {
        if (await follow(link)) {
          note(true, 'change', next)
          email = next
        }
        next = undefined
      } else if (next === undefined && random() < 0.5) {
        if (await request(email, address)) next = address
      } else await invite(address)
    }
  }

  return {
    stop: tally.start(movers.map(createWriter)),
    /** Compares the delivered mails with those that acknowledged requests had to send. */
    review(): MailReview {
      const delivered = new Map<string, string[]>()
      for (const mail of received) {
        const { name, id } = read(mail)
        delivered.set(name, [...(delivered.get(name) ?? []), id])
      }
      const wanted = [...asked].filter(([, isAcknowledged]) => isAcknowledged).map(([name]) => name)
      const contradictions = wanted
        .filter(name => !delivered.has(name))
        .map(name => `${name} had to be sent and is lost`)
      let repeated = 0
      for (const [name, ids] of delivered) {
        const different = new Set(ids).size
        repeated += ids.length - different
        if (different > 1) contradictions.push(`${name} was sent as ${different} mails`)
        if (!asked.has(name)) contradictions.push(`Nobody has asked for ${name}`)
      }
      return { wanted: wanted.length, repeated, contradictions }
    },
  }
}
