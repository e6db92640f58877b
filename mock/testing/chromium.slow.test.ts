import { spawnSync } from 'node:child_process'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

const support = new URL('./chromium.js', import.meta.url).href

/** Runs a suite of one test without a browser. */
function runWithout(env: Record<string, string>): { status: number | null; output: string } {
  const program = `
    const { browserSuite } = await import(${JSON.stringify(support)})
    const test = browserSuite('a page')
    test('given a page, then it is white', () => console.log('a test was run'))
    test.run()
  `
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    env: { PATH: '', NO_COLOR: '1', ...env },
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

test('given no browser, then its tests are skipped with a message', () => {
  const { status, output } = runWithout({})

  assert.match(output, /^"a page" skipped: no Chromium found; set CHROMIUM=\/path$/m)
  assert.match(output, /Skipped: +1\b/)
  assert.not.match(output, /a test was run/)
  assert.is(status, 0)
})

test('given no browser although one is required, then the tests fail', () => {
  const { status, output } = runWithout({ SCHEDKIT_BROWSER: 'required' })

  assert.match(output, /Failed to test "a page" in a browser: no Chromium found; set CHROMIUM=\/path\./)
  assert.is(status, 1)
})

test('given a configured browser that does not exist, then the tests fail, too', () => {
  const { status, output } = runWithout({ CHROMIUM: '/nowhere/chromium' })

  assert.match(output, /\/nowhere\/chromium/)
  assert.is(status, 1)
})

test.run()
