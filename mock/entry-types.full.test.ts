import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isMsw2 } from './testing/api.js'
import { withInstalled } from './testing/installed.js'

/*
 * The compiler's errors about the entry points.
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

const commonJs = `
  import { http, HttpResponse } from 'msw'
  import { type SetupServer, setupServer } from 'msw/node'
  import { mockRoutes, startMock, SeedError, type Booking, type Mock, type RoutedContext } from 'schedkit/mock/node'
  import { createMock } from 'schedkit/mock'
  import { demo } from 'schedkit/fixtures'
  import { createClient, ApiError } from 'schedkit/client'
  const mock: Mock = startMock({ baseUrl: 'https://api.example.com', seed: demo({ now: 0 }) })
  const title = (booking: Booking): string => booking.title
  const error: SeedError | ApiError | undefined = undefined
  // @ts-expect-error no such member
  mock.restet()
  const own = http.get('https://other.example.com/', () => HttpResponse.json({}))
  const started = startMock({ baseUrl: 'https://api.example.com', handlers: [own] })
  const server: SetupServer = started.server
  started.server.use(own)
  setupServer(own, ...createMock({ baseUrl: 'https://api.example.com' }).handlers)
  started.hold({ operation: 'listBookings', if: ({ query }) => query.offset === '20' })
  started.close()
  const routes = (context: RoutedContext) => mockRoutes(context, mock)
  // @ts-expect-error no handler
  startMock({ baseUrl: 'https://api.example.com', handlers: ['/'] })
  export { createClient, createMock, error, routes, server, title }`

// The declarations of MSW have errors with node16, and a CommonJS module with node16 can't import MSW 3.
for (const [module, skipLibCheck] of [
  ['nodenext', 'false'],
  ...(isMsw2 ? [['node16', 'true']] : []),
] as const) {
  test(`given a CommonJS module of ${module} in TypeScript, then require finds functions, classes and types, and MSW's handlers fit`, async () => {
    await withInstalled(async folder => {
      await writeFile(join(folder, 'package.json'), '{"type":"commonjs"}')
      await writeFile(join(folder, 'program.ts'), commonJs)
      const tsc = join(folder, 'node_modules', 'typescript', 'bin', 'tsc')
      const options = ['--noEmit', '--strict', '--module', module, '--target', 'es2022', '--types', '']

      const { stdout } = await run(
        process.execPath,
        [tsc, ...options, '--skipLibCheck', skipLibCheck, '--checkers', '1', 'program.ts'],
        { cwd: folder },
      ).catch(error => error)

      assert.is(stdout, '')
    })
  })
}

test.run()
