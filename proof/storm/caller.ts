import { request } from 'node:http'
import { headersOf } from '../bench/data.js'

/** A response; status 0 if the connection was closed before there was one. */
export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the body of a response
  body: any
}

/** A response may take no longer than this, in milliseconds. */
const patience = 15_000

/** Sends one request on a connection of its own, so that the balancer chooses a server for each. */
export function call(
  url: string,
  email: string,
  [method, path]: readonly [method: string, path: string],
  body?: object,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const given = body && JSON.stringify(body)
    const cut = () => resolve({ status: 0, body: undefined })
    const sent = request(
      `${url}/v1${path}`,
      {
        method,
        agent: false,
        headers: {
          ...headersOf(email),
          ...(given && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(given) }),
        },
        timeout: patience,
      },
      response => {
        let text = ''
        response.setEncoding('utf8').on('data', chunk => {
          text += chunk
        })
        response.once('error', cut)
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, body: text === '' ? undefined : JSON.parse(text) }),
        )
      },
    )
    sent.once('timeout', () => {
      reject(new Error(`${method} ${path}: no response within ${patience / 1000} s`))
      sent.destroy()
    })
    sent.once('error', cut)
    sent.end(given)
  })
}
