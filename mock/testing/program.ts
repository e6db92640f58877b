import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The built file that a path from the folder of the mock names. */
const urlOf = (path: string) => new URL(`../${path}`, import.meta.url).href

/** Runs a program of the built mock in a process of its own, until it ends by itself, and gives what it wrote. */
export async function runProgram(text: string): Promise<string> {
  const imports = `
    import { startMock, createMock, serveMock } from ${JSON.stringify(urlOf('node.js'))}
    import { demo } from ${JSON.stringify(urlOf('../fixtures/index.js'))}
    const seed = demo({ now: 0 })`
  const { stdout, stderr } = await run(
    process.execPath,
    ['--input-type=module', '-e', `${imports}\n${text}`],
    {
      timeout: 20_000,
      env: { ...process.env, FORCE_COLOR: '0' },
    },
  )
  return stdout + stderr
}
