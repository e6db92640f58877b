import { createHmac, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'

/*
 * Ledgers are signed with a key of this machine, so that `cleanup` knows a ledger that somebody else wrote or changed.
 */

/** The file of the key, where the platform keeps the state of programs. Throws where the user has no home. */
export function keyFile({ env, platform }: Pick<NodeJS.Process, 'env' | 'platform'> = process): string {
  const { XDG_STATE_HOME: state = '', LOCALAPPDATA: local = '' } = env
  const home = () => env.HOME || homedir()
  const folder =
    platform === 'win32'
      ? local || join(homedir(), 'AppData', 'Local')
      : platform === 'darwin'
        ? join(home(), 'Library', 'Application Support')
        : isAbsolute(state)
          ? state
          : join(home(), '.local', 'state')
  return join(folder, 'schedkit', 'ledger.key')
}

const isKey = (text: string) => /^[0-9a-f]{64}\n$/.test(text)

/** The key of this machine; undefined where it has none. */
export function readKey(): string | undefined {
  try {
    const text = readFileSync(keyFile(), 'utf8')
    return isKey(text) ? text : undefined
  } catch {
    return undefined
  }
}

/** The key of this machine, which is made where it has none. Undefined where it can't be written, as in a read-only home. */
export function readOrMakeKey(): string | undefined {
  const known = readKey()
  if (known !== undefined) return known
  let draft: string | undefined
  try {
    const file = keyFile()
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    draft = `${file}.${randomBytes(6).toString('hex')}`
    writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600 })
    // Another run may make it at the same time: the first one counts, and it is never seen half written.
    linkSync(draft, file)
  } catch {
    // What there is now is read below.
  } finally {
    if (draft !== undefined) rmSync(draft, { force: true })
  }
  return readKey()
}

/** The signature of a line, which depends on all lines before it. */
export const signatureOf = (key: string, before: string, line: string): string =>
  createHmac('sha256', key).update(`${before}\n${line}`).digest('base64url').slice(0, 22)
