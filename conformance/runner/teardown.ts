import { createCheckRuntime } from './check-runtime.js'
import { cleanUp, sweep, undeleted } from './cleanup-registry.js'
import { me } from './paths.js'
import { again } from './retry.js'
import type { Session } from './session.js'
import type { Prelude } from './setup.js'

/** The end of a run: what was shared is deleted, memberships and passwords are put back, and a last look taken. */
export async function conclude(session: Session, prelude: Prelude): Promise<void> {
  const runtime = createCheckRuntime(session, { id: 'clean-up' }, 1)
  const { remains, registry, schedules, nonce, pool } = session
  const step = async (what: string, act: () => Promise<void>) => {
    try {
      await act()
    } catch (error) {
      remains.push(`${what}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  // The check that made an object may have said so already.
  const there = (texts: readonly string[]) => remains.push(...texts.filter(text => !remains.includes(text)))

  await step('Memberships could not be put back', () => prelude.undo())
  await step('Shared objects could not be deleted', async () => {
    there((await cleanUp(registry, runtime.owner)).map(undeleted))
  })
  await step('Passwords could not be put back', async () => {
    for (const account of pool.list().filter(({ password, original }) => password !== original)) {
      const { email, original } = account
      const put = () => runtime.actor(account, 'throwaway').put(me, { new_password: original })
      const isBack = async () => (await runtime.actor({ email, password: original }, 'throwaway').get(me)).ok
      // Where the connection broke at first, it may have been put back all the same.
      if (!(await again(put)).ok && !(await isBack()))
        remains.push(`${account.email} has another password than before`)
    }
  })
  await step('The schedules could not be looked through', async () => {
    const left = new Set((await sweep(runtime.owner, schedules, nonce)).map(undeleted))
    // What could not be deleted at first may have gone since, with a resource or by this last look.
    for (const text of remains.filter(text => text.endsWith(undeleted('')) && !left.has(text))) {
      const path = text.slice(0, -undeleted('').length)
      if (!(await runtime.owner.get(path)).ok) remains.splice(remains.indexOf(text), 1)
    }
    there([...left])
  })
}
