import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The URL of a built file, by its path in the mock's folder. */
const urlOf = (path: string) => new URL(`../${path}`, import.meta.url).href

/**
 * Runs a program that uses the built mock in its own process until it exits, and returns its output.
 *
 * @param options Additional options of Node.js
 */
export async function runProgram(text: string, options: readonly string[] = []): Promise<string> {
  const imports = `
    import { startMock, createMock, serveMock } from ${JSON.stringify(urlOf('node.js'))}
    import { demo } from ${JSON.stringify(urlOf('../fixtures/index.js'))}
    const seed = demo({ now: 0 })`
  const { stdout, stderr } = await run(
    process.execPath,
    [...options, '--input-type=module', '-e', `${imports}\n${text}`],
    {
      timeout: 20_000,
      env: { ...process.env, FORCE_COLOR: '0' },
    },
  )
  return stdout + stderr
}
