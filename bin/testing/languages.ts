import { execFile } from 'node:child_process'

/** Runs a program, and returns its exit code and its output. */
export const execute = (
  [name = '', ...args]: readonly string[],
  { cwd = '.', env = {} }: { cwd?: string; env?: Record<string, string> } = {},
) =>
  new Promise<{ code: number; output: string }>(resolve =>
    execFile(name, args, { cwd, env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) || 1 : 0, output: stdout + stderr }),
    ),
  )

/**
 * Returns whether a tool of another language is installed, using a command that shows its version. If it is not, the test is
 * skipped; with SCHEDKIT_LANGUAGES=required, that is an error.
 */
export async function isInstalled(version: readonly string[]): Promise<boolean> {
  if ((await execute(version)).code === 0) return true
  const missing = `There is no ${version.join(' ')} on this machine`
  if (process.env.SCHEDKIT_LANGUAGES === 'required') throw new Error(missing)
  process.stderr.write(`${missing}: a test has nothing to try.\n`)
  return false
}
