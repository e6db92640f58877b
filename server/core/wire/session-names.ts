import type { Call } from './call.js'
import { refuseDetails } from './errors.js'
import { shown } from './wording.js'

/** The header that names the session of a request. */
export const sessionHeader = 'Schedkit-Session'
const headerName = sessionHeader.toLowerCase()

/** Names of sessions: what a path holds as it is, other than dots that a client would resolve. */
const sessionName = /^\w[\w.-]{0,63}$/

/** The beginning of a path that names a session, for clients that can't set a header. */
const prefix = /^\/_session(?:\/([^/?]*))?(?=[/?]|$)/

/** What the paths of a session begin with. */
export const prefixOf = (name: string): string => `/_session/${name}`

/** Is this a path of the control interface, of whichever session? */
export const isControlPath = (target: string): boolean =>
  /^(?:\/_session\/[^/?]*)?\/_control(?:[/?]|$)/.test(target)

/**
 * The session that a call names by its header or its path, and the target without it.
 *
 * @throws {Refusal} if the name can't be one, or if the header and the path differ
 */
export function sessionOf(call: Call): { name: string | undefined; target: string } {
  const { target } = call
  const inHeader = call.header(headerName)
  const [start = '', inPath = ''] = (target.startsWith('/_session') && prefix.exec(target)) || []
  if (start === '' && inHeader === undefined) return { name: undefined, target }
  const name = start === '' ? inHeader : inPath
  const place = start === '' ? sessionHeader : '/_session/NAME'
  if (name === undefined || !sessionName.test(name)) {
    const message = `must be the name of a session, 1 to 64 letters, digits, _ - and . that don't start with - or ., not ${shown(name)}`
    throw refuseDetails('bad_request', [{ path: place, message }])
  }
  if (inHeader !== undefined && inHeader !== name) {
    const message = `is ${shown(inHeader)}, and the path names the session ${shown(name)}; send one of them`
    throw refuseDetails('bad_request', [{ path: sessionHeader, message }])
  }
  const rest = target.slice(start.length)
  return { name, target: rest.startsWith('/') ? rest : `/${rest}` }
}
