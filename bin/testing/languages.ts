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
 * Whether a tool of another language is on this machine, by a command that shows its version. Without it a test has nothing to
 * try; with SCHEDKIT_LANGUAGES=required, that is an error.
 */
export async function isInstalled(version: readonly string[]): Promise<boolean> {
  if ((await execute(version)).code === 0) return true
  const missing = `There is no ${version.join(' ')} on this machine`
  if (process.env.SCHEDKIT_LANGUAGES === 'required') throw new Error(missing)
  process.stderr.write(`${missing}: a test has nothing to try.\n`)
  return false
}
