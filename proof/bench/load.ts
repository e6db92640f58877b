/*
 * Load from another process: wrk where it is installed, otherwise autocannon.
 */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Sent } from './exchange.js'
import { endedChildrenSeconds } from './machine.js'

export interface Demand extends Sent {
  method: 'GET' | 'POST'
  body?: string
}

export interface Burst {
  /** Responses received. */
  requests: number
  seconds: number
  /** Of headers and bodies. */
  bytes: number
  /** Seconds that the load generator computed. */
  cpu: number
}

export interface Load {
  name: string
  /** Whether it can load bare node:http, which shares the machine with it. */
  isFast: boolean
  /** @throws {Error} if a request fails or a response has not a 2xx status */
  burst(url: string, demand: Demand, options: { connections: number; milliseconds: number }): Promise<Burst>
}

const run = promisify(execFile)

function checked(burst: Burst, errors: number, statuses: number, what: string): Burst {
  if (errors > 0 || statuses > 0 || !(burst.requests > 0)) {
    throw new Error(`${what}: ${burst.requests} responses, ${errors} errors, ${statuses} with a wrong status`)
  }
  return burst
}

const done = `done = function(summary)
  local e = summary.errors
  local errors = e.connect + e.read + e.write + e.timeout
  print(string.format('{"requests":%d,"microseconds":%d,"bytes":%d,"errors":%d,"statuses":%d}',
    summary.requests, summary.duration, summary.bytes, errors, e.status))
end
`

/** @param directory for its scripts */
export function createWrk(directory: string): Load {
  return {
    name: 'wrk',
    isFast: true,
    async burst(url, { method, path, headers, body }, { connections, milliseconds }) {
      const script = join(directory, 'request.lua')
      const lines = [
        `wrk.method = ${JSON.stringify(method)}`,
        ...(body === undefined ? [] : [`wrk.body = ${JSON.stringify(body)}`]),
        ...Object.entries(headers).map(
          ([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
        ),
      ]
      await writeFile(script, `${lines.join('\n')}\n${done}`)
      const before = endedChildrenSeconds()
      const args = ['-t1', `-c${connections}`, '-d60', '--timeout', '30', '-s', script, url + path]
      const running = run('wrk', args)
      // Its own -d takes whole seconds only.
      setTimeout(() => running.child.kill('SIGINT'), milliseconds)
      const { stdout } = await running
      const cpu = endedChildrenSeconds() - before
      const { requests, microseconds, bytes, errors, statuses } = JSON.parse(
        /^\{.*\}$/m.exec(stdout)?.[0] ?? '{}',
      )
      const burst = { requests, seconds: microseconds / 1e6, bytes, cpu }
      return checked(burst, errors, statuses, `${method} ${path}`)
    },
  }
}

/** @param program its command, a JavaScript file */
export function createAutocannon(program: string): Load {
  return {
    name: 'autocannon (slow: ratios are of CPU time; install wrk)',
    isFast: false,
    async burst(url, { method, path, headers, body }, { connections, milliseconds }) {
      const before = endedChildrenSeconds()
      const { stdout } = await run(process.execPath, [
        ...[program, '-j', '-n', '-m', method, '-c', String(connections)],
        ...['-d', String(Math.ceil(milliseconds / 1000))],
        ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]),
        ...(body === undefined ? [] : ['-b', body]),
        url + path,
      ])
      const cpu = endedChildrenSeconds() - before
      const { requests, duration, throughput, errors, timeouts, non2xx } = JSON.parse(stdout)
      const burst = { requests: requests.total, seconds: duration, bytes: throughput.total, cpu }
      return checked(burst, errors + timeouts, non2xx, `${method} ${path}`)
    },
  }
}
