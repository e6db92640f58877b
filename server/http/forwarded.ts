import type { IncomingHttpHeaders } from 'node:http'

/** What a proxy in front of the server says of the request it passes on. */
export interface Forwarded {
  peer?: string
  scheme?: 'http' | 'https'
  host?: string
}

function last(value: string | string[] | undefined): string {
  const text = [value].flat().join(',')
  return text.slice(text.lastIndexOf(',') + 1).trim()
}

/**
 * Reads the X-Forwarded headers. Each proxy adds to their end, so that the last value is that of the one next to this
 * server, and what a caller wrote before it counts for nothing.
 */
export function forwardedBy(headers: IncomingHttpHeaders): Forwarded {
  const peer = last(headers['x-forwarded-for'])
  const scheme = last(headers['x-forwarded-proto']).toLowerCase()
  const host = last(headers['x-forwarded-host'])
  return {
    ...(/^[\da-f.:]+$/i.test(peer) && { peer }),
    ...((scheme === 'http' || scheme === 'https') && { scheme }),
    ...(isHost(host) && { host }),
  }
}

/** Is this a host with or without a port, such as links are made of? */
export const isHost = (text: string | undefined): text is string =>
  text !== undefined &&
  text.length <= 300 &&
  /^[\w.~-]+(?::\d{1,5})?$|^\[[\da-f:.]+\](?::\d{1,5})?$/i.test(text)
