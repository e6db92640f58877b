import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { endAll, file, folder, thrownBy } from '../testing/stage.js'
import { runSetupModule } from './setup-module.js'

test.after(endAll)

const setup = (text: string) => runSetupModule(file(text, 'setup.mjs'))

test('given a module that returns a target, when it is run, then its target, teardown and mailbox are those of the run', async () => {
  const provision = await setup(`
    export default async () => ({ target: { baseUrl: 'x' }, teardown() {}, mailbox: async () => [] })
  `)

  assert.equal(provision.target as unknown, { baseUrl: 'x' })
  assert.type(provision.teardown, 'function')
  assert.equal(await provision.mailbox?.('a'), [])
})

test('given a module that returns synchronously, when it is run, then that is fine too', async () => {
  const provision = await setup('export default () => ({ target: 1 })')

  assert.equal(provision as unknown, { target: 1 })
})

const wrong: readonly (readonly [string, string, RegExp])[] = [
  ['has no default export', 'export const target = {}', /it must have "export default async/],
  ['is broken', 'export default {', /Failed to set up with .*setup\.mjs: /],
  ['imports what is not there', 'import "./none.mjs"', /none\.mjs/],
  ['rejects', 'export default async () => { throw new Error("no database") }', /setup\.mjs: no database/],
  ['throws', 'export default () => { throw new Error("no database") }', /setup\.mjs: no database/],
  ['throws a text', 'export default () => { throw "no luck" }', /setup\.mjs: no luck/],
  ['gives nothing', 'export default async () => {}', /must resolve with an object that has a target/],
  [
    'gives no target',
    'export default async () => ({ teardown() {} })',
    /must resolve with an object that has a target/,
  ],
  [
    'gives a teardown that is none',
    'export default () => ({ target: {}, teardown: 1 })',
    /teardown must be a function/,
  ],
  [
    'gives a mailbox that is none',
    'export default () => ({ target: {}, mailbox: [] })',
    /mailbox must be a function/,
  ],
]
for (const [what, text, message] of wrong) {
  test(`given a module that ${what}, when it is run, then the message says so`, async () => {
    const error = await thrownBy(() => setup(text))

    assert.is(error?.name, 'UnreachableError')
    assert.match(error?.message ?? '', message)
  })
}

test('given no module, when it is run, then the message names it and says so', async () => {
  const path = `${folder()}/none.mjs`

  assert.match(
    (await thrownBy(() => runSetupModule(path)))?.message ?? '',
    `Failed to set up with ${path}: it does not exist.`,
  )
})

test.run()
