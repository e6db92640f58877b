import { basic } from '../requests/credentials.js'
import { type Account, type Memory, nouns } from '../requests/known-state.js'
import type { Sent } from '../requests/request.js'
import { Difference, isSame, toldAnswer, toldRequest } from './difference.js'
import type { Twin } from './implementation.js'
import { comparableMail } from './secrets.js'

interface Look {
  seed: number
  number: number
  twins: readonly Twin[]
  memory: Memory
}

/** Reads all content as the owners of the schedules; @throws Difference where it is not the same. */
export async function compareOwned(look: Look): Promise<void> {
  const { accounts, schedules } = look.memory
  for (const { id, owner } of schedules) {
    const by = accounts.find(account => account.id === owner)
    if (by)
      await compareReads(
        look,
        listsOf(id).map(target => readBy(by, target)),
      )
  }
  await compareTold(look, 'the accounts', twin => twin.accounts())
  await compareTold(look, 'the schedules', twin => twin.schedules())
}

/** Reads all content as everybody there is, and every mail; @throws Difference where it is not the same. */
export async function compareAll(look: Look): Promise<void> {
  const { accounts, schedules } = look.memory
  const targets = ['/v1/users/me', ...schedules.flatMap(({ id }) => listsOf(id))]
  await compareReads(
    look,
    accounts.flatMap(by => targets.map(target => readBy(by, target))),
  )
  await compareTold(look, 'the accounts', twin => twin.accounts())
  await compareTold(look, 'the schedules', twin => twin.schedules())
  await compareTold(look, 'the outbox', async twin => (await twin.outbox()).map(comparableMail))
}

const listsOf = (schedule: string) => nouns.map(noun => `/v1/schedules/${schedule}/${noun}?limit=0`)

const readBy = ({ email, passwords }: Account, target: string): Sent => ({
  method: 'GET',
  target,
  headers: { authorization: basic(email, passwords[0] ?? '') },
})

async function compareReads({ seed, number, twins }: Look, reads: readonly Sent[]): Promise<void> {
  for (const send of reads) {
    const came = await Promise.all(twins.map(twin => twin.send(send)))
    const [first] = came
    if (!first || came.every(each => isSame(first, each))) continue
    throw new Difference(
      { seed, number, what: `content, ${toldRequest(send)}` },
      twins.map(({ name }, index) => [name, toldAnswer(came[index] ?? first)]),
    )
  }
}

async function compareTold(
  { seed, number, twins }: Look,
  what: string,
  tell: (twin: Twin) => Promise<readonly object[]>,
): Promise<void> {
  const told = await Promise.all(
    twins.map(async twin => (await tell(twin)).map(each => JSON.stringify(each))),
  )
  const [first = []] = told
  for (const [place, one] of [...first, undefined].entries()) {
    if (told.every(each => each[place] === one)) continue
    throw new Difference(
      { seed, number, what: `${what}, at ${place}` },
      twins.map(({ name }, index) => [name, told[index]?.[place] ?? 'nothing']),
    )
  }
}
