import type { Context } from '../../check/context.js'
import type { Reply } from '../../http/exchange.js'
import type { Actor } from '../../session/actor.js'
import { Violation } from '../../session/outcomes.js'
import type { ReceivedMail } from '../../target/target.js'

/*
 * The links in e-mails: an account follows the one that activates its new address (section 2.4).
 */

/** Returns the e-mails that are newer than others. A mailbox may leave out the oldest ones. */
export function newIn(mails: readonly ReceivedMail[], earlier: readonly ReceivedMail[]): ReceivedMail[] {
  const texts = earlier.map(({ text }) => text)
  return mails.filter(({ text }) => {
    const index = texts.indexOf(text)
    if (index >= 0) texts.splice(index, 1)
    return index < 0
  })
}

/** The maximum number of links of an e-mail to follow, and of characters of a link: an e-mail may have any number. */
const most = { links: 10, characters: 2000 }

/** Words in links that undo what an e-mail is about. */
const undoing =
  /cancel|undo|revoke|revert|unsubscribe|abort|reject|decline|deny|not[-_ ]?(?:me|you|mine)\b|(?:did|was)(?:n.t| not)|storn|abbrech|widerruf|abmeld|ablehn/i

/**
 * Returns the links of an e-mail, without the punctuation that follows them in a sentence. Links that seem to undo the
 * change, judging by themselves or by the words in their element or before them, come last.
 */
export function linksIn({ text = '' }: Partial<ReceivedMail>): string[] {
  const ranks = new Map<string, number>()
  let end = 0
  const whole = text.replaceAll('&amp;', '&')
  for (const { 0: found, index } of whole.matchAll(/https?:\/\/[^\s"'<>]+/g)) {
    const before = whole.slice(Math.max(end, index - 100), index)
    end = index + found.length
    const [, words = before] = /^["'][^<>]*>([^<]{0,100})/.exec(whole.slice(end)) ?? []
    const link = found.replace(/[.,;:!?)\]}]+$/, '')
    const rank = 2 * Number(undoing.test(link)) + Number(undoing.test(words))
    if (found.length <= most.characters) ranks.set(link, Math.min(rank, ranks.get(link) ?? rank))
  }
  const sorted = [...ranks].sort(([, one], [, other]) => one - other)
  return sorted.map(([link]) => link).slice(0, most.links)
}

/** The result of following a link. */
export interface Way {
  readonly link: string
  /** The responses of the target to a link and its redirects. */
  readonly replies: readonly Reply[]
  /** Why the link could not be followed to the end. */
  readonly obstacle?: string | undefined
}

/** "http://service.test/confirm (410)", without what is specific to that e-mail. */
export const wayText = ({ link, replies }: Way): string =>
  `${link.replace(/\?.*/s, '')} (${replies.map(({ status }) => status).join(', ') || 'not of the target'})`

const isForBrowsers = ({ headers, exchange }: Reply) =>
  /^text\/html\b/i.test(headers['content-type'] ?? '') && /<(?:form|script)\b/i.test(exchange.answer.text)

/** The actors that follow links. */
export type Follower = Pick<Context, 'nobody' | 'throwawayNow' | 'as'>

/**
 * Follows a link and its redirects, never to an origin other than the target's. The sender has no credentials; if the
 * target asks for them, as for those of every request (section 5.1), it is the account, by its old address, then by the new
 * one.
 */
export async function follow(context: Follower, link: string, address: string): Promise<Way> {
  const replies: Reply[] = []
  let url = link
  const visit = async (send: (actor: Actor) => Promise<Reply>): Promise<Reply> => {
    const { nobody, throwawayNow, as } = context
    const { password } = throwawayNow
    const renewed = as({ email: address, password }, 'disposable account under its new address')
    let reply = await send(nobody)
    for (const actor of [throwawayNow, renewed]) {
      if (reply.status !== 401) break
      reply = await send(actor)
    }
    replies.push(reply)
    return reply
  }
  try {
    for (let hops = 0; hops < 4; hops++) {
      const at = url
      const reply = await visit(actor => actor.follow(at))
      if (isForBrowsers(reply)) {
        const obstacle = `${url} is a page with a form or a script, for which it takes a browser`
        return { link, replies, obstacle }
      }
      const { status, headers } = reply
      const { location = '' } = headers
      if (status < 300 || status > 399 || !URL.canParse(location, url)) break
      url = new URL(location, url).href
    }
    return { link, replies }
  } catch (error) {
    if (!(error instanceof Violation)) throw error
    const obstacle = `the link in the e-mail leads to ${url}, and not to the target; have the mailbox give one that does`
    if (replies.length > 0 || !URL.canParse(link)) return { link, replies, obstacle }
    // The origin may be a proxy or the service in production: request that path from the target itself.
    const { pathname, search } = new URL(link)
    const path = pathname.slice(Math.max(0, pathname.indexOf('/v1/')))
    await visit(actor => actor.get(path, search.slice(1)))
    return { link, replies, obstacle }
  }
}
