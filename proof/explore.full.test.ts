import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { schedkit } from '../bin/testing/schedkit-process.js'
import {
  type DifferenceReport,
  type ExploreOptions,
  type ExploreReport,
  explore,
  exploreText,
  provisionByControl,
  type TargetInput,
} from '../conformance/index.js'
import { type RunningServer, startServer } from '../server/index.js'
import { lists } from './alter/operation-groups.js'
import { links } from './alter/responses.js'
import { stories } from './faults/stories.js'
import { assemble } from './server/assemble.js'
import type { Manner } from './server/listen.js'

interface Place {
  folder: string
  server: RunningServer
}

const test = suite<Place>('explore')

test.before(async place => {
  place.folder = await mkdtemp(join(tmpdir(), 'schedkit-'))
  // Explorations in this process keep the event loop busy, so that a client would not notice a closed connection in time.
  const limits = { idleTime: 3_600_000 }
  place.server = await startServer({ port: 0, controlToken: 'token', log: 'off', limits })
})

test.after(async ({ server, folder }) => {
  await server.close()
  await rm(folder, { recursive: true })
})

type Exploring = Partial<ExploreOptions> & { throwaways?: number }

/** Explores with accounts and schedules of its own. */
async function exploring({ server, folder }: Place, options: Exploring = {}) {
  const { throwaways = 0, ...rest } = options
  const { target, teardown } = await provisionByControl({ url: server.url, token: 'token', throwaways })
  const report = await explore({ target, ledgerFolder: folder, allow: ['guard', 'wipe'], ...rest })
  const left = await leftOf(target)
  await teardown?.()
  return { report, left, target }
}

/** The content of a target's schedules, and the settings of its owner. */
async function leftOf({ baseUrl, owner, schedules }: TargetInput, fetch = globalThis.fetch) {
  const authorization = `Basic ${btoa(`${owner.email}:${owner.password}`)}`
  const read = async (path: string) =>
    (
      JSON.parse(
        await (await fetch(`${baseUrl}/v1/${path}`, { method: 'GET', headers: { authorization } })).text(),
      ) as {
        data: unknown
      }
    ).data as Record<string, unknown>
  const lists = schedules.flatMap(id =>
    ['resources', 'bookings', 'collaborators'].map(list => `schedules/${id}/${list}?limit=0`),
  )
  const objects = (await Promise.all(lists.map(read))).flat()
  const { timezone, language_tag, allow_collaboration } = await read('users/me')
  return { objects, settings: { timezone, language_tag, allow_collaboration } }
}

const untouched = {
  objects: [],
  settings: { timezone: 'UTC', language_tag: 'en', allow_collaboration: true },
}

const modes: [what: string, options: Exploring][] = [
  ['everything allowed', { allow: ['all'], throwaways: 2, steps: 600 }],
  ['nothing allowed', { allow: [], steps: 600, seed: 2 }],
  ['guards allowed', { allow: ['guard'], steps: 600, seed: 3 }],
]
for (const [what, options] of modes) {
  test(`given ${what}, when the reference server is explored, then nothing differs, and nothing is left`, async place => {
    const { report, left } = await exploring(place, { strict: true, ...options })

    assert.equal(report.reasons, [])
    assert.is(report.verdict, 'no difference')
    assert.is(report.exitCode, 0)
    assert.ok(report.steps >= 600)
    assert.is(
      Object.values(report.kinds).reduce((sum, count) => sum + count, 0),
      report.steps,
    )
    assert.equal([report.remains, report.warnings], [[], []])
    assert.equal(left, untouched)
    assert.equal(await readdir(place.folder), [])
  })
}

test('given an owner and one schedule alone, then it explores what these allow, and says what the rest needs', async place => {
  const { target } = await provisionByControl({ url: place.server.url, token: 'token', throwaways: 0 })
  const alone = { ...target, members: [], disposable: [], schedules: target.schedules.slice(0, 1) }

  const report = await explore({ target: alone, steps: 300, strict: true, ledgerFolder: place.folder })

  assert.equal(report.reasons, [])
  assert.ok(report.steps >= 300)
  assert.match(report.gaps.map(({ remedy }) => remedy).join(), /three members.*second schedule.*--allow wipe/)
  assert.equal(await leftOf(alone), untouched)
})

test('given the same seed, then the same steps are taken', async place => {
  const { report: one } = await exploring(place, { steps: 150, seed: 9 })
  const { report: two } = await exploring(place, { steps: 150, seed: 9 })
  const { report: other } = await exploring(place, { steps: 150, seed: 10 })

  assert.equal(one.kinds, two.kinds)
  assert.not.equal(one.kinds, other.kinds)
})

test('given objects of others in a schedule, then they are not changed', async place => {
  const { target } = await provisionByControl({ url: place.server.url, token: 'token', throwaways: 0 })
  const authorization = `Basic ${btoa(`${target.owner.email}:${target.owner.password}`)}`
  const list = `${target.baseUrl}/v1/schedules/${target.schedules[0]}/resources`
  await fetch(list, { method: 'POST', headers: { authorization }, body: '{"name":"red"}' })
  const before = await leftOf(target)

  const report = await explore({ target, steps: 300, strict: true, ledgerFolder: place.folder })

  assert.equal(report.reasons, [])
  assert.is(before.objects.length, 1)
  assert.equal(await leftOf(target), before)
})

function differenceOf({ difference, kinds }: ExploreReport): DifferenceReport {
  if (!difference) throw new Error(`Nothing differs after ${JSON.stringify(kinds)}.`)
  return difference
}

/** A server with a fault of `stories`, and some of its accounts. */
async function assembleStory(id: string, throwaways = 0, manner?: Manner) {
  const story = stories.find(each => each.id === id)
  if (!story) throw new Error(`"${id}" is not one of ${stories.map(each => each.id).join(', ')}`)
  const { options, close } = await assemble([story.alter], manner)
  const disposable = (options.target.disposable ?? []).slice(0, 1 + throwaways)
  return { story, close, ...options, target: { ...options.target, disposable } }
}

/** Explores a server with a fault. */
async function exploringStory(id: string, { folder }: Place, { throwaways, ...options }: Exploring = {}) {
  const { story, target, fetch = globalThis.fetch } = await assembleStory(id, throwaways)
  const report = await explore({ target, fetch, ledgerFolder: folder, allow: ['guard', 'wipe'], ...options })
  return { story, report, left: await leftOf(target, fetch) }
}

/** Seeds that find each fault early. */
const explorations: Record<string, Exploring> = {
  'role-remembered': { seed: 5 },
  'door-opened-again': { seed: 6 },
  'moved-bookings-deleted': { seed: 8 },
  'note-forgotten-after-move': { seed: 2 },
  'note-inherited': { seed: 8 },
  'moved-booking-counted': { seed: 7 },
  'zone-stale-in-bulk': { seed: 1 },
  'third-rename-reserved': { seed: 1 },
  'language-shared': { seed: 8 },
  'password-risen': { seed: 6, allow: ['lock'], throwaways: 2 },
}
for (const { id, steps } of stories) {
  test(`given the fault ${id}, when it is explored, then it is found and shrunk to ${steps} steps`, async place => {
    const { story, report, left } = await exploringStory(id, place, { steps: 2000, ...explorations[id] })

    const difference = differenceOf(report)
    const [[rule, message] = []] = Object.entries(story.breaks)
    assert.is(report.verdict, 'difference', JSON.stringify(report.kinds))
    assert.is(report.exitCode, 1)
    assert.is(difference.rule, rule)
    assert.match(difference.evidence.message, message ?? '')
    assert.is(difference.steps.length, steps, JSON.stringify(difference.steps))
    assert.not.ok(difference.isCut || difference.isLasting)
    assert.match(difference.evidence.curl ?? '', /^BASE=/)
    assert.equal(left.objects, [])
  })
}

test('given links to another host, such as that of a proxy, then they are followed on the target, and nothing is sent there', async ({
  folder,
}) => {
  const received: string[] = []
  const other = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`)
    response.end('{}')
  })
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const elsewhere = links([...lists], url => `http://127.0.0.1:${port}${url.pathname}${url.search}`)
  const { options, close } = await assemble([elsewhere])

  const report = await explore({ ...options, ledgerFolder: folder, allow: ['guard', 'wipe'], steps: 2000 })

  await close()
  other.close()
  assert.equal(report.reasons, [])
  assert.equal(received, [])
})

test('given a finding, when only its walk is repeated, then it is found again at once', async place => {
  const options = { steps: 2000, seed: 5 }
  const { report: found } = await exploringStory('role-remembered', place, options)
  const replay = found.difference?.replay ?? ''

  const { report } = await exploringStory('role-remembered', place, { replay })

  assert.is(report.difference?.rule, found.difference?.rule)
  assert.is(report.walks, 1)
  assert.is(report.difference?.replay, replay)
  assert.equal(
    report.difference?.steps.map(({ step }) => step),
    found.difference?.steps.map(({ step }) => step),
  )
})

test('given a fault that outlasts a walk, when it is explored, then the unshrunk walk is reported', async place => {
  // Once a resource is updated, accounts can no longer be read.
  let isBroken = false
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const answer = await globalThis.fetch(input, init)
    const { pathname } = new URL(String(input))
    isBroken ||= init?.method === 'PUT' && /resources\/\d+$/.test(pathname) && answer.ok
    return isBroken && pathname === '/v1/users/me' ? Response.json({ success: false }) : answer
  }

  const { report } = await exploring(place, { steps: 300, fetch })

  assert.is(report.exitCode, 1)
  const { isLasting, steps, walkSteps } = differenceOf(report)
  assert.ok(isLasting)
  assert.is(steps.length, walkSteps)
  assert.match(exploreText(report), /does not return to its earlier state/)
})

const password = 'correct horse'

/** A server with accounts, and a target file for it. */
async function targetFile({ folder, server }: Place) {
  const { target, teardown } = await provisionByControl({ url: server.url, token: 'token', throwaways: 0 })
  const file = join(folder, 'target.json')
  await writeFile(file, JSON.stringify({ ...target, disposable: [] }))
  return { file, target, teardown }
}

async function run(...args: string[]) {
  const child = schedkit(['conformance', 'explore', ...args], { PASSWORD: password, NO_COLOR: '1' }, tmpdir())
  const code = await child.ended
  return { code, out: child.stdout(), err: child.stderr() }
}

test('given a target file, when the command explores it, then it says that nothing differs', async place => {
  const { file } = await targetFile(place)
  const report = join(place.folder, 'report.json')

  const { code, out, err } = await run('--target', file, '--steps', '60', '--report', `json=${report}`)

  assert.is(code, 0, err)
  assert.match(out, /NO DIFFERENCE/)
  assert.match(out, /steps in 1 walk, \d+ requests/)
  const { schema, verdict, steps } = JSON.parse(await readFile(report, 'utf8'))
  assert.equal([schema, verdict], ['schedkit-explore/1', 'no difference'])
  assert.ok(steps >= 60)
  await rm(file)
  await rm(report)
})

test('given a server with a fault, when the command explores it, then it prints the steps, and the command to repeat them works', async place => {
  const { target, close } = await assembleStory('role-remembered', 0, {})
  const file = join(place.folder, 'faulty.json')
  await writeFile(file, JSON.stringify({ ...target, disposable: [] }))

  const found = await run('--target', file, '--seed', '5', '--allow', 'guard', 'wipe')
  const [, replay = ''] = /--replay (\S+)$/m.exec(found.out) ?? []
  const again = await run('--target', file, '--allow', 'guard', 'wipe', '--replay', replay)

  await close()
  await rm(file)
  assert.is(found.code, 1, found.err)
  assert.match(found.out, /COL-08 {2}must, section 2\.3/)
  assert.match(found.out, / 4 {2}add collaborator/)
  assert.match(found.out, /^COLLABORATOR_1=\$\(curl -sS -X POST -u "\$OWNER"/m)
  assert.match(found.out, /schedkit conformance explore --target \S+ --allow guard --allow wipe --replay 5\//)
  for (const { password } of [target.owner, ...(target.members ?? [])]) {
    assert.not.ok(found.out.includes(password) || found.err.includes(password))
  }
  assert.is(again.code, 1, again.err)
  assert.match(again.out, /COL-08/)
})

test('given an exploration, when it gets Ctrl-C, then it cleans up and ends with 3', async place => {
  const { file, target } = await targetFile(place)
  const args = ['--target', file, '--steps', '100000', '--rate', '80']
  const folder = await mkdtemp(join(place.folder, 'ended-'))
  const child = schedkit(['conformance', 'explore', ...args], {}, folder)
  const ledgers = () => readdir(folder)
  for (let tries = 0; tries < 2400; tries++) {
    const [ledger] = await ledgers()
    if (ledger && (await readFile(join(folder, ledger), 'utf8')).split('"created"').length > 3) break
    await new Promise(resolve => setTimeout(resolve, 25))
  }

  child.child.kill('SIGINT')
  const code = await child.ended

  await rm(file)
  assert.is(code, 3, child.stderr())
  assert.match(child.stdout(), /INCOMPLETE\n {2}it was ended before all steps were taken/)
  assert.equal(await leftOf(target), untouched)
  assert.equal(await ledgers(), [])
})

test('given an unreachable target, then it exits with 4', async () => {
  const { code, err } = await run(
    'http://127.0.0.1:1',
    '--owner',
    'a@example.test:secret-word',
    '--schedule',
    's',
  )

  assert.is(code, 4)
  assert.match(err, /Is the server running\?/)
})

test.run()
