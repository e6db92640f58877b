import { createHmac, randomBytes } from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { type JsonObject, parseJson } from '../http/json.js'
import { whyUnreadable } from '../http/unreadable-file.js'
import { createEntryReader, type Entry, type FirstEntry } from './ledger-entry.js'

/** An object that the run created: the list it was posted to, and its id. */
export type CreatedObject = Readonly<Omit<Extract<Entry, { type: 'created' }>, 'type'>>

const readOnly = ['EACCES', 'EPERM', 'EROFS']

/** Creates a ledger in a folder, or in the temporary directory if that is read-only. Never overwrites a file. */
export function openLedger(folder: string, first: FirstEntry): Ledger {
  const file = join(folder, `schedkit-conformance-${first.nonce}.jsonl`)
  const line = signed(JSON.stringify(first), readOrMakeKey(), '').line
  try {
    writeFileSync(file, `${line}\n`, { flag: 'wx', mode: 0o600 })
    return openExisting(file)
  } catch (error) {
    const code = String((error as { code?: unknown }).code)
    if (readOnly.includes(code) && folder !== tmpdir()) return openLedger(tmpdir(), first)
    throw new LedgerError(
      `Failed to create the ledger ${file}: ${(error as Error).message}. Run it in a folder that can be written to.`,
    )
  }
}

/** Adds a signature to a line as its last member, if there is a key. */
function signed(text: string, key: string | undefined, before: string) {
  if (key === undefined) return { line: text, signature: '' }
  const signature = signatureOf(key, before, text)
  return { line: `${text.slice(0, -1)},"signature":"${signature}"}`, signature }
}

/** The cleanup ledger: a file that lists what must be cleaned up, even if the process is killed. */
export interface Ledger {
  readonly file: string
  /** Whether `cleanLedger` on this machine recognizes it as its own. */
  readonly isSigned: boolean
  /**
   * Appends an entry to the file before returning. Entries that `readLedger` would refuse are left out, such as an object
   * in a list that does not belong to the run: the search for its names finds it.
   */
  write(entry: Entry): void
  /** Deletes the file, when the run has left nothing behind. */
  discard(): void
  /** Closes the file and keeps it. */
  close(): void
}

/** Opens an existing ledger. If this machine signed it, new lines are signed too. */
export function openExisting(file: string): Ledger {
  const { reader, isSigned, length, rest, ...parsed } = parse(file)
  // The next entry must not continue a last line that a crash truncated.
  if (rest === 'cut') truncateSync(file, length)
  if (rest === 'whole') appendFileSync(file, '\n')
  const key = isSigned ? readKey() : undefined
  let { signature } = parsed
  // Kept open: a run writes thousands of entries.
  let descriptor: number | undefined = openSync(file, 'a')
  const close = () => {
    if (descriptor !== undefined) closeSync(descriptor)
    descriptor = undefined
  }
  return {
    file,
    isSigned,
    write(entry: Entry): void {
      if ('wrong' in reader.read(entry)) return
      descriptor ??= openSync(file, 'a')
      const next = signed(JSON.stringify(entry), key, signature)
      signature = next.signature
      writeSync(descriptor, `${next.line}\n`)
    },
    discard(): void {
      close()
      rmSync(file, { force: true })
    },
    close,
  }
}

/** Thrown when a ledger can't be written or read. The message says why. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError'
}

/** Maximum bytes of a ledger to read: a complete run writes a megabyte. */
const longest = 64 * 1024 * 1024

function readBytes(file: string): Buffer {
  try {
    const found = statSync(file)
    if (found.isFile() && found.size > longest)
      throw new LedgerError(`${file} is not a ledger: it is longer than ${longest} bytes.`)
    if (!found.isFile()) throw new LedgerError(`${file} is not a ledger: it is not a file.`)
    return readFileSync(file)
  } catch (error) {
    if (error instanceof LedgerError) throw error
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new LedgerError(`There is no ledger ${file}. It is deleted once a run has cleaned up.`)
    throw new LedgerError(
      `Failed to read the ledger ${file}: ${whyUnreadable(error as NodeJS.ErrnoException)}`,
    )
  }
}

/** Parses the complete lines of a ledger, and verifies whether each is signed with the key of this machine. */
function parse(file: string) {
  const bytes = readBytes(file)
  const length = bytes.lastIndexOf('\n') + 1
  const lines = bytes.toString('utf8').split('\n')
  const last = lines.pop() ?? ''
  const rest = last === '' ? 'none' : parseJson(last) === undefined ? 'cut' : 'whole'
  if (rest === 'whole') lines.push(last)
  const key = readKey()
  const reader = createEntryReader()
  let isSigned = key !== undefined
  let signature = ''
  const entries = lines.map((line, index): Entry => {
    const [, text = line, given] = /^(\{.*),"signature":"([\w-]{22})"\}$/.exec(line) ?? []
    const content = given === undefined ? line : `${text}}`
    if (key !== undefined && isSigned) signature = signatureOf(key, signature, content)
    isSigned &&= given === signature
    const value = parseJson(content)
    const read = value === undefined ? { wrong: 'it is not JSON' } : reader.read(value)
    if (!('wrong' in read)) return read
    throw new LedgerError(
      `${file} is not a ledger: line ${index + 1} can't be one of the kit: ${read.wrong}. Nothing was sent.`,
    )
  })
  if (entries.length === 0)
    throw new LedgerError(`${file} is not a ledger: it does not begin with a run. Nothing was sent.`)
  return { entries, reader, isSigned, signature, length, rest }
}

/** What must still be cleaned up according to a ledger. */
export interface Leftovers {
  /** Whether it was written on this machine and not changed since. */
  readonly isSigned: boolean
  /** The run; undefined if it was killed before it began. */
  readonly run: Extract<Entry, { type: 'run' }> | undefined
  /** The accounts created for it with the control interface of its target. */
  readonly accounts: Extract<Entry, { type: 'accounts' }> | undefined
  /** Objects that were created and not deleted, oldest first. */
  readonly objects: readonly CreatedObject[]
  /** Original settings that were not restored. */
  readonly settings: readonly { readonly account: string; readonly before: JsonObject }[]
}

/**
 * Reads a ledger, ignoring a last line that a crash truncated. Throws a `LedgerError` that names the line if the kit would
 * not have written it.
 */
export function readLedger(file: string): Leftovers {
  const { entries, isSigned } = parse(file)
  const run = entries.find(line => line.type === 'run')
  const accounts = entries.find(line => line.type === 'accounts')
  const objects = new Map<string, CreatedObject>()
  const settings = new Map<string, JsonObject>()
  for (const line of entries) {
    if (line.type === 'created') objects.set(`${line.list}/${line.id}`, { list: line.list, id: line.id })
    if (line.type === 'deleted') objects.delete(line.path)
    // The first ones are the original settings.
    if (line.type === 'settings' && !settings.has(line.account))
      settings.set(line.account, line.before as JsonObject)
    if (line.type === 'restored') settings.delete(line.account)
  }
  return {
    isSigned,
    run,
    accounts,
    objects: [...objects.values()],
    settings: [...settings].map(([account, before]) => ({ account, before })),
  }
}

/** Throws a `LedgerError` for a ledger that was not written on this machine, unless it is trusted. */
export function refuseForeign(
  { isSigned }: Pick<Leftovers, 'isSigned'>,
  { ledger, trustLedger = false }: { ledger: string; trustLedger?: boolean | undefined },
): void {
  if (isSigned || trustLedger) return
  throw new LedgerError(
    `${ledger} is not signed with the key of this machine: another one wrote it, or it was changed. Nothing was sent.`,
  )
}

/** Describes what a ledger lists, if it could not be deleted or restored. */
export function uncleanedTexts(file: string): string[] {
  const { objects, settings } = readLedger(file)
  const accounts = settings.map(({ account }) => account)
  return [
    ...(objects.length > 0 ? [`${objects.length} objects of the run were not deleted`] : []),
    ...(accounts.length > 0 ? [`the settings of ${accounts.join(', ')} were not put back`] : []),
  ]
}

/*
 * Ledgers are signed with a key of this machine, so that `cleanup` detects one that somebody else wrote or changed.
 */

interface Surroundings {
  env: Readonly<Record<string, string | undefined>>
  platform: string
}

/** The key file, in the platform's folder for application state. Throws if the user has no home directory. */
export function keyFile({ env, platform }: Surroundings = process): string {
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

/** The key of this machine; undefined if there is none. */
function readKey(): string | undefined {
  try {
    const text = readFileSync(keyFile(), 'utf8')
    return isKey(text) ? text : undefined
  } catch {
    return undefined
  }
}

/** The key of this machine, created if necessary. Undefined if it can't be written, as in a read-only home directory. */
function readOrMakeKey(): string | undefined {
  const known = readKey()
  if (known !== undefined) return known
  let draft: string | undefined
  try {
    const file = keyFile()
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    draft = `${file}.${randomBytes(6).toString('hex')}`
    writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600 })
    // Another run may create it at the same time: the first one wins, and it is never seen half-written.
    linkSync(draft, file)
  } catch {
    // Whichever exists now is read below.
  } finally {
    if (draft !== undefined) rmSync(draft, { force: true })
  }
  return readKey()
}

/** The signature of a line, which depends on all lines before it. */
const signatureOf = (key: string, before: string, line: string): string =>
  createHmac('sha256', key).update(`${before}\n${line}`).digest('base64url').slice(0, 22)
