import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { withInstalled } from './testing/installed.js'

/*
 * What the compiler says of the entry points.
 */

const run = promisify(execFile)

test('given startMock of schedkit/mock, then types refuse it, and its error names the entry points that have it', async () => {
  await withInstalled(async folder => {
    const program = `
      import { startMock } from 'schedkit/mock'
      startMock({ baseUrl: 'https://api.example.com' })`
    await writeFile(join(folder, 'program.mts'), program)
    const tsc = join(folder, 'node_modules', 'typescript', 'bin', 'tsc')
    const options = ['--noEmit', '--checkers', '1', '--module', 'nodenext', '--types', '', 'program.mts']

    const typed = await run(process.execPath, [tsc, ...options], { cwd: folder }).catch(error => error)
    const failed = await run(process.execPath, ['--input-type=module', '-e', program], {
      cwd: folder,
    }).catch(error => error)

    assert.match(typed.stdout, /error TS2349: This expression is not callable/)
    assert.match(
      failed.stderr,
      /Error: Failed to start a mock: .* Import startMock from schedkit\/mock\/node in tests, or from schedkit\/mock\/browser/,
    )
  })
})

test('given a CommonJS module in TypeScript, then require finds functions, classes and types', async () => {
  await withInstalled(async folder => {
    await writeFile(join(folder, 'package.json'), '{"type":"commonjs"}')
    await writeFile(
      join(folder, 'program.ts'),
      `import { startMock, SeedError, type Booking, type Mock } from 'schedkit/mock/node'
      import { createMock } from 'schedkit/mock'
      import { demo } from 'schedkit/fixtures'
      import { createClient, ApiError } from 'schedkit/client'
      const mock: Mock = startMock({ baseUrl: 'https://api.example.com', seed: demo({ now: 0 }) })
      const title = (booking: Booking): string => booking.title
      const error: SeedError | ApiError | undefined = undefined
      // @ts-expect-error no such member
      mock.restet()
      export { createClient, createMock, error, title }`,
    )
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', '']
    const tsc = join(folder, 'node_modules', 'typescript', 'bin', 'tsc')

    const { stdout } = await run(
      process.execPath,
      [tsc, ...options, '--skipLibCheck', 'false', '--checkers', '1', 'program.ts'],
      {
        cwd: folder,
      },
    ).catch(error => error)

    assert.is(stdout, '')
  })
})

test.run()
