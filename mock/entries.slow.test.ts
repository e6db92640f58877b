import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isMsw2 } from './testing/api.js'
import { withInstalled } from './testing/installed.js'

const run = promisify(execFile)

test('given the package without an entry point, then its error names the entry points', async () => {
  await withInstalled(async folder => {
    const { stderr } = await run(process.execPath, ['-e', "import('schedkit')"], { cwd: folder }).catch(
      error => error,
    )

    assert.match(
      stderr,
      /Error: Failed to import schedkit: it has no main entry point\. Import schedkit\/mock\/node in tests/,
    )
  })
})

test('given the package without an entry point in a page, then bundlers find what is imported, and its error names them', async () => {
  await withInstalled(async folder => {
    const outfile = join(folder, 'bare.js')
    for (const name of ['startMock', 'createMock', 'createClient', 'demo', 'fixturesBySeed', 'startServer']) {
      const contents = `import { ${name} } from 'schedkit'\nconsole.log(${name})`
      const stdin = { contents, resolveDir: folder }
      await build({ stdin, bundle: true, platform: 'browser', format: 'esm', outfile, logLevel: 'silent' })

      const { stderr } = await run(process.execPath, [outfile]).catch(error => error)
      assert.match(stderr, /Error: Failed to import schedkit: .*schedkit\/mock\/browser in pages/)
    }
  })
})

test('given the mock for pages in Node.js, then its error names the other entry point', async () => {
  await withInstalled(async folder => {
    const program = `
      import { startMock } from 'schedkit/mock/browser'
      await startMock({ baseUrl: 'https://api.example.com' }).catch(error => console.log(error.message))`
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: folder })

    assert.match(
      stdout,
      /^Failed to start a mock: schedkit\/mock\/browser is for pages\. .*schedkit\/mock\/node\.$/m,
    )
  })
})

test('given the mock for Node.js in a page, then bundlers find it, and its error names the other entry point', async () => {
  await withInstalled(async folder => {
    const contents = `
      import { createMock, serveMock, startMock } from 'schedkit/mock/node'
      const told = async work => { try { await work() } catch (error) { console.log(error.message) } }
      await told(() => startMock({ baseUrl: 'https://api.example.com' }))
      await told(() => serveMock())
      console.log(typeof createMock)`
    const namesOf = async (file: string) =>
      Object.keys(await import(new URL(file, import.meta.url).href)).sort()
    const outfile = join(folder, 'page.js')
    await build({
      stdin: { contents, resolveDir: folder },
      bundle: true,
      platform: 'browser',
      format: 'esm',
      outfile,
    })

    const { stdout } = await run(process.execPath, [outfile])

    const why =
      'schedkit/mock/node is for Node.js, and this is a page. Import startMock of schedkit/mock/browser.'
    assert.equal(stdout.split('\n'), [
      `Failed to start a mock: ${why}`,
      `Failed to serve a mock: ${why}`,
      'function',
      '',
    ])
    assert.equal(await namesOf('./node-in-page.js'), await namesOf('./node.js'))
  })
})

test('given version 1 of MSW, then startMock says which versions it needs', async () => {
  await withInstalled(async folder => {
    const old = join(folder, 'node_modules', 'msw')
    await rm(old)
    await mkdir(old)
    await writeFile(
      join(old, 'package.json'),
      '{"name":"msw","version":"1.3.5","type":"module","exports":{"./node":"./node.js"}}',
    )
    await writeFile(
      join(old, 'node.js'),
      'export const setupServer = () => ({ listen() {}, close() {}, events: { on() {} } })',
    )
    const program = `
      import { startMock } from 'schedkit/mock/node'
      startMock({ baseUrl: 'https://api.example.com' })`
    // The built package is linked: without this option, it would resolve the msw of this repository.
    const options = ['--preserve-symlinks', '--input-type=module', '-e', program]

    const { stderr } = await run(process.execPath, options, { cwd: folder }).catch(error => error)

    assert.match(
      stderr,
      /Error: Failed to start a mock: the installed msw is too old, .* needs version 2\.15 or 3/,
    )
  })
})

test('given an environment without Request, such as jsdom in Jest, then require says which one to use', async () => {
  await withInstalled(async folder => {
    for (const name of ['mock/node', 'fixtures']) {
      const program = `delete globalThis.Request; require('schedkit/${name}')`
      const { stderr } = await run(process.execPath, ['-e', program], { cwd: folder }).catch(error => error)

      assert.match(
        stderr,
        /Error: Failed to load schedkit: .*See node_modules\/schedkit\/docs\/recipes\/jest\.md: /,
      )
    }
  })
})

// MSW 3 has no build for React Native.
const testMsw2 = isMsw2 ? test : test.skip

testMsw2(
  'given a bundler for React Native, then mock, client and fixtures are found without modules of Node.js',
  async () => {
    await withInstalled(async folder => {
      for (const kind of ['import', 'require']) {
        const names = ['schedkit/mock', 'schedkit/fixtures', 'schedkit/client']
        const contents = names
          .map(name => (kind === 'import' ? `import '${name}'` : `require('${name}')`))
          .join('\n')
        const { metafile } = await build({
          stdin: { contents, resolveDir: folder },
          conditions: ['react-native'],
          mainFields: ['react-native', 'module', 'main'],
          platform: 'neutral',
          bundle: true,
          write: false,
          metafile: true,
          logLevel: 'silent',
        })

        const files = Object.keys(metafile.inputs).filter(path =>
          /dist\/(?:mock|fixtures|client)\//.test(path),
        )
        assert.ok(files.some(path => path.endsWith('fixtures/browser.js')))
        assert.ok(files.some(path => path.endsWith('mock/index.js')))
        assert.ok(files.some(path => path.endsWith('client/client.js')))
      }
    })
  },
)

test.run()
