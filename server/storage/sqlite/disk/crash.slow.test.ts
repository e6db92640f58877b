import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openSqlStore } from '../sql-store.js'
import { createCaller } from '../testing/caller.js'
import { type RandomNumbers, randomNumbers } from '../testing/random-numbers.js'
import { withDirectory } from '../testing/temporary-directory.js'

/*
 * The whole server is killed under load at random moments and restarted on what remains: 20 times, or SCHEDKIT_KILLS times.
 */

const kills = Number(process.env.SCHEDKIT_KILLS ?? 20)
const chains = 4
const callersEach = 4
const modules = fileURLToPath(new URL('../testing/crash-server.js', import.meta.url))
const program = modules.replace(/\.js$/, '.bundle.mjs')

// Starting from one file takes half the processor time of hundreds of modules.
test.before(async () => {
  await build({
    entryPoints: [modules],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['pg'],
  })
})

interface Started {
  child: ChildProcess
  /** Its port; undefined if it ended before it had one. */
  port: Promise<number | undefined>
  ended: Promise<void>
}

function start(directory: string): Started {
  const child = fork(program, [directory, String(callersEach)], {
    // Starts in a quarter less time without the optimizing WebAssembly compiler.
    execArgv: ['--liftoff-only'],
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()))
  const said = new Promise<number>(resolve =>
    child.once('message', message => resolve((message as { port: number }).port)),
  )
  return { child, port: Promise.race([said, ended.then(() => undefined)]), ended }
}

interface Chain {
  acknowledged: number
  duringStart: number
  kills: number
}

/** Runs servers on one directory, one after the other. */
async function runChain(directory: string, times: number, random: RandomNumbers): Promise<Chain> {
  const callers = Array.from({ length: callersEach }, (_, index) =>
    createCaller(`caller-${index}`, index + 1, random),
  )
  const chain: Chain = { acknowledged: 0, duringStart: 0, kills: 0 }
  while (chain.kills < times) {
    const { child, port: listening, ended } = start(directory)
    if (chain.kills > 0 && random.chance(0.1)) {
      await pause(random.whole(300))
      child.kill('SIGKILL')
      if ((await listening) === undefined) chain.duringStart++
      await ended
      chain.kills++
      continue
    }
    const port = await listening
    assert.ok(port, `the server did not start again after ${chain.kills} kills`)
    for (const caller of callers) assert.is(await caller.audit(port), undefined, `after ${chain.kills} kills`)
    const enough = 1 + random.whole(120)
    let acknowledged = 0
    let isEnough = () => {}
    const reached = new Promise<void>(resolve => {
      isEnough = resolve
    })
    const tasks = callers.map(caller =>
      caller.work(port, () => {
        if (++acknowledged === enough) isEnough()
      }),
    )
    await reached
    await pause(random.whole(3))
    child.kill('SIGKILL')
    await Promise.all([ended, ...tasks])
    chain.acknowledged += acknowledged
    chain.kills++
  }
  const { child, port, ended } = start(directory)
  for (const caller of callers) assert.is(await caller.audit((await port) as number), undefined, 'at the end')
  child.kill('SIGKILL')
  await ended
  const store = await openSqlStore({ data: { directory } })
  await store.close()
  return chain
}

test(`given a server that is killed ${kills} times under load, then everything acknowledged is there each time`, async () => {
  const each = Math.ceil(kills / chains)

  const ran = await Promise.all(
    Array.from({ length: chains }, (_, index) =>
      withDirectory(directory => runChain(directory, each, randomNumbers(Date.now() + index))),
    ),
  )

  const sum = (name: keyof Chain) => ran.reduce((total, chain) => total + chain[name], 0)
  assert.ok(sum('kills') >= kills)
  assert.ok(sum('acknowledged') > 20 * kills, `${sum('acknowledged')} writes were acknowledged`)
  process.stdout.write(
    `${sum('acknowledged')} acknowledged, ${sum('kills')} kills, ${sum('duringStart')} of them during a start\n`,
  )
})

test.run()
