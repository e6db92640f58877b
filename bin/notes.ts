import { quoted } from './banner.js'

/*
 * Lines of the banner that say of a server and of a mock the same.
 */

/** How to use the control interface of a service, and what it makes possible. */
export function controlNotes(url: string, token: string | undefined): string[] {
  if (token === undefined) return ['The control interface is off; --control-token switches it on.']
  return [
    `Control interface: ${url}/_control with the token ${token}`,
    `The outbox: curl -H ${quoted(`Authorization: Bearer ${token}`)} ${url}/_control/outbox`,
    `Certify it: npx schedkit conformance run --control ${url} --control-token ${quoted(token)} --allow all`,
  ]
}

/** What becomes of the data; `seed` as the option has it. */
export const dataNote = (seed: string): string =>
  `Data is kept in memory: it goes with this process${seed === 'demo' ? ', and the demo comes back at the next start' : ''}.`
