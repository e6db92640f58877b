import { readdir } from 'node:fs/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { certify, explore } from '../conformance/index.js'
import { newFolder } from '../server/testing/folder.js'
import { assemble } from './server/assemble.js'
import { variants } from './variants/index.js'

/** Runs `judge` against the server of a variant, and verifies that nothing is left behind. */
async function judged<Result>(
  id: string,
  judge: (
    options: Awaited<ReturnType<typeof assemble>>['options'] & { ledgerFolder: string },
  ) => Promise<Result>,
): Promise<Result> {
  const found = variants.find(each => each.id === id)
  if (!found) throw new Error(`There is no variant ${id}.`)
  const { options, close } = await assemble([found.alter])
  const ledgerFolder = newFolder()
  const result = await judge({ ...options, ledgerFolder })
  assert.equal(await readdir(ledgerFolder), [])
  await close()
  return result
}

for (const id of ['free-ids-given-again', 'last-id-given-again']) {
  for (const [jobs, seed] of [
    [1, 1],
    [8, 2],
    [16, 3],
    [16, 4],
  ] as const) {
    test(`given ${id}, when it is certified with ${jobs} jobs and seed ${seed}, then nothing is accused`, async () => {
      const report = await judged(id, options =>
        certify({ ...options, allow: ['all'], strict: true, jobs, seed }),
      )

      const troubled = report.checks.filter(({ outcome }) => outcome !== 'passed' && outcome !== 'observed')
      assert.equal(
        troubled.map(({ id, reason, evidence }) => `${id}: ${reason ?? evidence[0]?.message}`),
        [],
      )
      assert.is(report.verdict, 'conformant')
      assert.equal(report.remains, [])
    })
  }

  for (const seed of [1, 2, 3, 4]) {
    test(`given ${id}, when it is explored with seed ${seed}, then nothing differs`, async () => {
      const allow = ['guard', 'wipe'] as const
      const report = await judged(id, options =>
        explore({ ...options, allow, strict: true, steps: 3000, seed }),
      )

      assert.equal(report.reasons, [])
      assert.equal([report.remains, report.warnings], [[], []])
    })
  }
}

// Not all variants can be explored: some alter whole objects, but not what `fields` selects of them.
for (const id of ['clocks-that-differ', 'setting-ends-collaborations']) {
  for (const seed of [1, 2]) {
    test(`given ${id}, when it is explored with seed ${seed}, then nothing differs`, async () => {
      const report = await judged(id, options =>
        explore({ ...options, allow: ['all'], strict: true, steps: 2000, seed }),
      )

      assert.equal(report.reasons, [])
      assert.equal([report.remains, report.warnings], [[], []])
    })
  }
}

test.run()
