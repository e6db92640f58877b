import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { command } from '../bin/testing/command.js'
import { execute, isInstalled } from '../bin/testing/languages.js'
import { certify, type TestFramework } from '../conformance/index.js'
import { newFolder } from '../server/testing/folder.js'
import { faults } from './faults/index.js'
import { type Assembled, assemble } from './server/assemble.js'

// Failures that the kit finds on faulty servers, exported as tests in other languages.

const frameworks: readonly (readonly [
  framework: TestFramework,
  version: readonly string[],
  run: (file: string) => readonly string[],
  ending: string,
])[] = [
  [
    'pytest',
    ['python3', '-m', 'pytest', '--version'],
    file => ['python3', '-m', 'pytest', '-q', file],
    '.py',
  ],
  ['go', ['go', 'version'], file => ['go', 'test', '-count=1', file], '_test.go'],
  ['phpunit', ['phpunit', '--version'], file => ['phpunit', '--do-not-cache-result', file], '.php'],
]

/** The expected response, and a fault that gives another one. */
const examples = [
  ['accepted', 'booking-custom-2-199-on-update'],
  ['refused', 'name-101-on-update'],
  ['a member', 'booking-custom-2-shows-1'],
] as const

/** All resources and bookings of the schedule that checks use. */
async function objectsOf({ options: { target } }: Assembled): Promise<readonly string[]> {
  const { email, password } = target.owner
  const authorization = `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`
  const lists = ['resources', 'bookings'].map(async list =>
    (await fetch(`${target.baseUrl}/v1/schedules/first/${list}`, { headers: { authorization } })).text(),
  )
  return Promise.all(lists)
}

for (const [what, id] of examples) {
  test(`given an answer that must be ${what}, then the test of each language fails for the fault ${id}, and passes without it`, async () => {
    const folder = newFolder()
    const fault = faults.find(each => each.id === id)
    assert.ok(fault)
    const [wrong, right] = [await assemble([fault.alter], {}), await assemble([], {})]
    try {
      const { target, ...options } = wrong.options
      const owner = { ...target.owner, passwordVariable: 'PASSWORD' }
      const report = await certify({
        ...options,
        target: { ...target, owner },
        only: Object.keys(fault.breaks),
        ledgerFolder: folder,
      })
      const failure = report.checks.find(({ evidence }) => evidence.some(({ expectation }) => expectation))
      assert.ok(failure)
      const must = failure.evidence.find(({ expectation }) => expectation)?.expectation?.must
      assert.is(typeof must === 'string' ? must : 'a member', what)
      await writeFile(join(folder, 'report.json'), JSON.stringify(report))
      const before = await objectsOf(right)

      for (const [framework, version, run, ending] of frameworks) {
        if (!(await isInstalled(version))) continue
        const words = ['export', join(folder, 'report.json'), failure.id, '--as', framework]
        const { code, out, err } = await command(['conformance', ...words])
        assert.is(code, 0, err)
        const name = /The name of this file is (\w+)/.exec(out)?.[1] ?? 'failure'
        const file = join(folder, `${name}${ending}`)
        await writeFile(file, out)
        const env = { PASSWORD: target.owner.password }

        const failed = await execute(run(file), { env })
        const there = { ...env, BASE: right.options.target.baseUrl }
        const passed = await execute(run(file), { env: there })

        assert.is(failed.code, 1, `${framework}: ${failed.output}`)
        // The assertion must fail, not a request before it.
        assert.match(failed.output, framework === 'go' ? / [!=]= .* in map/ : /assert/i)
        assert.is(passed.code, 0, `${framework}: ${passed.output}`)
      }

      assert.equal(await objectsOf(right), before)
    } finally {
      await Promise.all([wrong.close(), right.close()])
    }
  })
}

test.run()
