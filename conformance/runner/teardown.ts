import { createActor } from './actor.js'
import { cleanUp, sweep, undeleted } from './cleanup-registry.js'
import { messageOf } from './outcomes.js'
import type { CheckSession, Session } from './session.js'
import { restorePassword } from './settings.js'
import type { Setup } from './setup.js'

/** The end of a run of checks: memberships and passwords are put back, and everything is deleted. */
export async function tearDown(session: CheckSession, setup?: Setup): Promise<void> {
  const { remains, pool } = session
  if (setup) await step(remains, 'Memberships could not be put back', () => setup.undo())
  await step(remains, 'Passwords could not be put back', async () => {
    for (const account of pool.list().filter(({ password, original }) => password !== original)) {
      const as = (password: string) =>
        createActor(session, { email: account.email, password }, 'throwaway', { check: 'clean-up' })
      await restorePassword(session, as(account.password), as(account.original))
    }
  })
  await deleteAll(session)
}

/** Deletes all objects of the run: first by their ids, then by a look through the schedules. */
export async function deleteAll(session: Session): Promise<void> {
  const { target, remains, registry, schedules, nonce } = session
  const owner = createActor(session, target.owner, 'owner', { check: 'clean-up' })
  // The check that made an object may have reported it already.
  const report = (texts: Iterable<string>) => {
    for (const text of texts) if (!remains.includes(text)) remains.push(text)
  }

  await step(remains, 'Shared objects could not be deleted', async () =>
    report((await cleanUp(registry, owner)).map(undeleted)),
  )
  await step(remains, 'The schedules could not be looked through', async () => {
    const left = new Set((await sweep(owner, schedules, nonce)).map(undeleted))
    // What could not be deleted at first may be gone by now, with its resource or by the sweep.
    for (const text of remains.filter(text => text.endsWith(undeleted('')) && !left.has(text))) {
      const path = text.slice(0, -undeleted('').length)
      if (!(await owner.get(path)).ok) remains.splice(remains.indexOf(text), 1)
    }
    report(left)
  })
}

/** One step of the clean-up: an error is reported and does not keep the next step from running. */
async function step(remains: string[], failure: string, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    remains.push(`${failure}: ${messageOf(error)}`)
  }
}
