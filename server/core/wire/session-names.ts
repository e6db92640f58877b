import type { Call } from './call.js'
import { refuseDetails } from './errors.js'
import { shown } from './wording.js'

/** The header that names the session of a request. */
export const sessionHeader = 'Schedkit-Session'
const headerName = sessionHeader.toLowerCase()

/** Valid session names: what a path can contain unescaped, except dot segments that a client would resolve. */
const sessionName = /^\w[\w.-]{0,63}$/

/** The beginning of a path that names a session, for clients that cannot set a header. */
const prefix = /^\/_session(?:\/([^/?]*))?(?=[/?]|$)/

/** The prefix of the paths of a session. */
export const prefixOf = (name: string): string => `/_session/${name}`

/** Whether this is a path of the control interface, in any session. */
export const isControlPath = (target: string): boolean =>
  /^(?:\/_session\/[^/?]*)?\/_control(?:[/?]|$)/.test(target)

/**
 * Returns the session that a call names in its header or its path, and the target without it.
 *
 * @throws {Refusal} if the name is invalid, or if the header and the path differ
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
