import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'
import { type Provision, type ReceivedMail, UnreachableError } from './target.js'

/**
 * Runs a setup module, which has `export default async () => ({ target, teardown })`. Throws an `UnreachableError` if it
 * can't be loaded, fails, or returns something else.
 *
 * @example
 * const { target, teardown } = await runSetupModule('./provision.mjs')
 */
export async function runSetupModule(file: string): Promise<Provision> {
  const fail = (reason: string, cause?: unknown) =>
    new UnreachableError(`Failed to set up with ${file}: ${reason}`, { cause })
  if (!existsSync(file)) throw fail('it does not exist. Check the path.')
  const module = await load(pathToFileURL(resolve(file)).href).catch(error => {
    throw fail((error as Error).message, error)
  })
  if (typeof module.default !== 'function') {
    throw fail('it must have "export default async () => ({ target, teardown })".')
  }
  const provision: unknown = await Promise.resolve()
    .then(module.default as () => unknown)
    .catch((error: unknown) => {
      throw fail(error instanceof Error ? error.message : String(error), error)
    })
  if (typeof provision !== 'object' || provision === null || !('target' in provision)) {
    throw fail('its default function must resolve with an object that has a target.')
  }
  for (const name of ['teardown', 'mailbox'] as const) {
    const member = (provision as Partial<Provision>)[name]
    if (member !== undefined && typeof member !== 'function') throw fail(`${name} must be a function.`)
  }
  const { mailbox } = provision as Provision
  return {
    ...(provision as Provision),
    ...(mailbox && { mailbox: async address => mailsOf(await mailbox(address), fail) }),
  }
}

const mails = z.array(z.object({ to: z.unknown(), subject: z.string(), text: z.string() }))

function mailsOf(value: unknown, fail: (reason: string) => Error): readonly ReceivedMail[] {
  const { data } = mails.safeParse(value)
  if (data) return data as readonly ReceivedMail[]
  throw fail('mailbox must resolve with a list of e-mails, [{ to, subject, text }].')
}

const load = (url: string): Promise<{ default?: unknown }> => import(/* the module that --setup names */ url)
