import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { newFolder } from '../server/testing/folder.js'
import { type Harm, type HostileTarget, startHostileTarget, writeOn } from './testing/hostile-target.js'
import { type MeasuredEnd, measured } from './testing/peak-memory.js'
import { schedkit } from './testing/schedkit-process.js'

/*
 * `schedkit conformance` against hostile targets. They run in this process, and what is measured in another one.
 */

const test = suite<{ folder: string; target: HostileTarget; usual: MeasuredEnd }>('hostile targets')

const json = { 'content-type': 'application/json' }
const piece = Buffer.from('{"success":true,"data":[{"id":"'.padEnd(65_536, 'a'))
const letters = Buffer.alloc(65_536, 'a')
const isList = ({ method, url = '' }: IncomingMessage) =>
  method === 'GET' && /\/(resources|bookings)(\?|$)/.test(url)
const run = (target: HostileTarget) => [
  ...['conformance', 'run', ...target.options, '--full'],
  ...['--only', 'RES-3*', 'BKG-2*', 'LIST-0*', '--timeout', '5000'],
]

test.before(async context => {
  context.folder = newFolder()
  context.target = await startHostileTarget()
  context.usual = await measured(run(context.target), context.folder)
})
test.after(({ target }) => target.close())

const trickle: Harm = response => {
  response.writeHead(200, json)
  const timer = setInterval(() => response.write(' '), 50)
  response.on('close', () => clearInterval(timer))
}
const large: Harm = response => {
  response.writeHead(200, { ...json, 'content-length': 200_000_000 })
  writeOn(response, piece, 200_000_000 - piece.length)
}
const deep = `{"success":true,"data":${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}}`
const nested: Harm = response => response.writeHead(200, json).end(deep)
const wide = `{"success":true,"data":[${'{},'.repeat(2_500_000)}{}]}`
const harms: readonly [string, Harm, message: RegExp][] = [
  ['of 200 MB', large, /the response to GET \S+ is larger than\s+8\s+MB\s+\(--max-response\)/],
  [
    'without an end',
    response => {
      response.writeHead(200, json).write('{"success":true,"data":["')
      writeOn(response, letters)
    },
    /the response to GET \S+ is larger than\s+8\s+MB\s+\(--max-response\)/,
  ],
  ['that are nested 2,000,000 levels deep', nested, /is nested more than\s+100\s+levels/],
  [
    'with millions of values',
    response => response.writeHead(200, json).end(wide),
    /has more than\s+1000000\s+values/,
  ],
]
/** The additional memory that a run against such a target may use, in MB. */
const more = 100

/** Reruns a command if it used too much memory: on a busy machine, V8 frees it late. */
async function measuredWithin(most: number, words: readonly string[], folder: string): Promise<MeasuredEnd> {
  for (let attempt = 1; ; attempt++) {
    const end = await measured(words, folder)
    if (end.peak < most || attempt === 3) return end
  }
}

for (const [what, harm, message] of harms) {
  test(`given lists ${what}, then a finding says so, and the run takes little more memory`, async ({
    folder,
    target,
    usual,
  }) => {
    target.turn(harm, isList)

    const { code, out, peak } = await measuredWithin(usual.peak + more, run(target), folder)

    assert.is(usual.code, 0, usual.out)
    assert.is(code, 1, out)
    assert.match(out, message)
    assert.ok(peak < usual.peak + more, `${peak} MB instead of ${usual.peak} MB`)
  })
}

test('given endless headers, then the run says so', async ({ folder, target }) => {
  const harm: Harm = ({ socket }) => {
    const line = `x-a: ${'b'.repeat(1_000)}\r\n`
    const write = () => {
      while (socket && !socket.destroyed && socket.write(line));
    }
    socket?.on('error', () => {}).on('drain', write)
    socket?.write('HTTP/1.1 200 OK\r\n')
    write()
  }
  target.turn(harm, isList)

  const { code, err, peak } = await measured(run(target), folder)

  assert.is(code, 4)
  assert.match(err, 'the headers of the response are too large')
  assert.ok(peak < 300, `${peak} MB`)
})

test('given lists of 200 MB, then an exploration shows them as a difference, in little memory', async ({
  folder,
  target,
  usual,
}) => {
  let steps = 0
  // What cannot be read at the beginning is not a difference.
  target.turn(large, request => {
    if (request.method === 'POST' && request.url?.endsWith('/bookings')) steps++
    return steps > 1 && isList(request)
  })

  const words = ['conformance', 'explore', ...target.options, '--steps', '100']
  const { code, out, err, peak } = await measured(words, folder)

  assert.is(code, 1, out + err)
  assert.match(out, /is larger than\s+8\s+MB\s+\(--max-response\)/)
  assert.ok(peak < usual.peak + more, `${peak} MB instead of ${usual.peak} MB`)
})

test('--max-response applies to every response', async ({ folder, target }) => {
  target.turn(undefined, () => false)

  const { code, out } = await measured([...run(target), '--max-response', '300'], folder)

  assert.is.not(code, 0)
  assert.match(out, /is larger than\s+300\s+bytes\s+\(--max-response\)/)
})

const interrupting: readonly [string, Harm][] = [
  ['lists of 200 MB', large],
  ['lists that trickle forever', trickle],
  ['lists that are nested 2,000,000 levels deep', nested],
]
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  for (const [what, harm] of interrupting) {
    test(`given ${what}, when the run gets ${signal}, then it ends as soon as promised`, async ({
      folder,
      target,
    }) => {
      let harmful = 0
      const words = run(target).map(word => (word === '5000' ? '60000' : word))
      const isUnderWay = new Promise<void>(resolve => {
        target.turn(
          (response, request) => {
            if (++harmful === 3) resolve()
            harm(response, request)
          },
          request => isList(request) && !/limit=1(&|$)/.test(request.url ?? ''),
        )
      })
      const { child, stderr } = schedkit(words, {}, folder)
      await isUnderWay

      child.kill(signal)
      const began = Date.now()
      await once(child, 'exit')

      assert.match(stderr(), 'Finishing running checks and cleaning up, for 10 s at most.')
      // The limit is 10 seconds, but this machine may be busy.
      assert.ok(Date.now() - began < 15_000, `${Date.now() - began} ms`)
    })
  }
}

test.run()
