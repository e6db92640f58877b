import { type Call, Refusal } from '../core/index.js'

const isLoopback = (address: string) => /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/.test(address)

const isLocalHost = (host: string) => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(host)

/**
 * Refuses callers that are not a program on this machine with the token. A web page is none, even one that has
 * learnt the token or hides behind a name that leads here.
 */
export function checkCaller(call: Call, isToken: (text: string) => boolean): void {
  if (call.peer !== undefined && !isLoopback(call.peer)) {
    throw new Refusal('forbidden', 'The control interface is served to this machine alone')
  }
  const host = call.header('host') ?? ''
  if (!isLocalHost(host)) {
    throw new Refusal('forbidden', `The control interface is called as localhost or 127.0.0.1, not ${host}`)
  }
  const origin = call.header('origin')
  const site = call.header('sec-fetch-site')
  if (origin !== undefined || (site !== undefined && site !== 'none')) {
    throw new Refusal('forbidden', 'The control interface is not for web pages')
  }
  const [, token] = /^bearer +(\S+)$/i.exec(call.header('authorization') ?? '') ?? []
  if (token === undefined || !isToken(token)) {
    const message =
      'The control interface takes its token: send "Authorization: Bearer TOKEN"; the server shows it at its start'
    throw new Refusal('unauthorized', message, [], { 'www-authenticate': 'Bearer' })
  }
}
