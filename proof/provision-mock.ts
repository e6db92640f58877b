import type { Account, Provision } from '../conformance/index.js'
import type { Mock } from '../mock/index.js'

/** Makes the target of a certification within a mock, as the control interface makes one from outside. */
export async function provisionMock(mock: Mock, throwaways = 12): Promise<Provision> {
  async function account(name: string, request_rate_limit = 1_000_000): Promise<Account> {
    const credentials = { email: `${name}@example.test`, password: `password of ${name}` }
    await mock.addUser({ ...credentials, request_rate_limit })
    return credentials
  }

  const owner = await account('owner')
  const schedules: string[] = []
  for (const id of ['first', 'second', 'spare']) {
    await mock.addSchedule({ id, owner: owner.email })
    schedules.push(id)
  }
  const stranger = await account('stranger')
  // Somebody who owns a schedule, and is a stranger to the others all the same.
  await mock.addSchedule({ id: 'elsewhere', owner: stranger.email })
  const members = [await account('editor'), await account('viewer'), stranger]
  const disposable = [await account('limited', 20)]
  for (let index = 1; index <= throwaways; index++) disposable.push(await account(`throwaway-${index}`))

  return {
    target: { baseUrl: mock.baseUrl, owner, schedules, members, disposable, mailDomain: 'example.test' },
    mailbox: async address => mock.outbox.filter(({ to }) => to === address),
  }
}
