import { execFile } from 'node:child_process'
import { symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { withInstalled } from './installed.js'

/** Compiles a strict program in a project with schedkit. Resolves with the compiler's errors; empty if there are none. */
export async function compile(program: string, options: object): Promise<string> {
  return await withInstalled(async folder => {
    await writeFile(join(folder, 'program.ts'), program)
    await symlink(resolve('node_modules/@types'), join(folder, 'node_modules/@types'))
    const compilerOptions = { strict: true, noEmit: true, target: 'es2022', ...options }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }))
    const compiler = join(folder, 'node_modules', 'typescript', 'bin', 'tsc')
    // Several checkers check shared types once each.
    const args = [compiler, '-p', folder, '--pretty', 'false', '--checkers', '1']
    const run = promisify(execFile)(process.execPath, args, { cwd: folder })
    return await run.then(
      ({ stdout }) => stdout,
      (error: { stdout: string; message: string }) => error.stdout || error.message,
    )
  })
}
