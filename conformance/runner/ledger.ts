import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { type JsonObject, parseJson } from './json.js'

const entry = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('accounts'),
    nonce: z.string().min(4),
    /** Base URL of the server whose control interface makes them. */
    control: z.url(),
    ids: z.array(z.string()),
  }),
  z.object({
    type: z.literal('run'),
    nonce: z.string().min(4),
    baseUrl: z.url(),
    owner: z.string(),
    schedules: z.array(z.string()),
    started: z.string(),
  }),
  z.object({ type: z.literal('creating'), list: z.string() }),
  z.object({ type: z.literal('created'), list: z.string(), id: z.union([z.number(), z.string()]) }),
  z.object({ type: z.literal('deleted'), path: z.string() }),
  z.object({ type: z.literal('settings'), account: z.string(), before: z.record(z.string(), z.unknown()) }),
  z.object({ type: z.literal('restored'), account: z.string() }),
])

/** One line of the ledger. It holds no secrets. */
export type Entry = z.infer<typeof entry>

/** An object that the run created: the list it was posted to, and its id. */
export type CreatedObject = Readonly<Omit<Extract<Entry, { type: 'created' }>, 'type'>>

const readOnly = ['EACCES', 'EPERM', 'EROFS']

/** The first entry of a ledger: the run, or the accounts that are made for it. */
type FirstEntry = Extract<Entry, { type: 'run' | 'accounts' }>

/** Creates a ledger in a folder, or in the temporary directory where that is read-only. It never overwrites a file. */
export function openLedger(folder: string, first: FirstEntry): Ledger {
  const file = join(folder, `schedkit-conformance-${first.nonce}.jsonl`)
  try {
    writeFileSync(file, `${JSON.stringify(first)}\n`, { flag: 'wx', mode: 0o600 })
    return openExisting(file)
  } catch (error) {
    const code = String((error as { code?: unknown }).code)
    if (readOnly.includes(code) && folder !== tmpdir()) return openLedger(tmpdir(), first)
    throw new LedgerError(
      `Failed to create the ledger ${file}: ${(error as Error).message}. Run it in a folder that can be written to.`,
    )
  }
}

/** The cleanup ledger: a file that lists what must be cleaned up, even if the process is killed. */
export type Ledger = ReturnType<typeof openExisting>

/** Opens an existing ledger. */
export function openExisting(file: string) {
  endLastLine(file)
  // Kept open: a run writes thousands of entries.
  let descriptor: number | undefined = openSync(file, 'a')
  const close = () => {
    if (descriptor !== undefined) closeSync(descriptor)
    descriptor = undefined
  }
  return {
    file,
    /** Appends an entry to the file before it returns. */
    write(line: Entry): void {
      descriptor ??= openSync(file, 'a')
      writeSync(descriptor, `${JSON.stringify(line)}\n`)
    },
    /** Deletes the file: the run left nothing behind. */
    discard(): void {
      close()
      rmSync(file, { force: true })
    },
    /** Closes the file and keeps it. */
    close,
  }
}

/** Removes a last line that a crash cut short, so that the next entry does not continue it. */
function endLastLine(file: string): void {
  const bytes = readFileSync(file)
  const end = bytes.lastIndexOf('\n') + 1
  if (end === bytes.length) return
  if (parseJson(bytes.subarray(end).toString()) === undefined) truncateSync(file, end)
  else appendFileSync(file, '\n')
}

/** A ledger can't be written or read. The message says why. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError'
}

/** What a ledger says must still be cleaned up. */
export type Leftovers = ReturnType<typeof readLedger>

/** Reads a ledger, without a last line that a crash cut short. */
export function readLedger(file: string) {
  if (!existsSync(file))
    throw new LedgerError(`There is no ledger ${file}. It is deleted once a run has cleaned up.`)
  const lines = readFileSync(file, 'utf8').split('\n')
  const entries = lines.flatMap((line, index): Entry[] => {
    if (line === '') return []
    const read = entry.safeParse(parseJson(line))
    if (read.success) return [read.data]
    if (index === lines.length - 1) return []
    throw new LedgerError(`${file} is not a ledger: line ${index + 1} can't be read.`)
  })
  const run = entries.find(line => line.type === 'run')
  const accounts = entries.find(line => line.type === 'accounts')
  if (!entries[0] || (entries[0] !== run && entries[0] !== accounts))
    throw new LedgerError(`${file} is not a ledger: it does not begin with a run.`)

  const objects = new Map<string, CreatedObject>()
  const settings = new Map<string, JsonObject>()
  for (const line of entries) {
    if (line.type === 'created') objects.set(`${line.list}/${line.id}`, { list: line.list, id: line.id })
    if (line.type === 'deleted') objects.delete(line.path)
    if (line.type === 'settings') settings.set(line.account, line.before as JsonObject)
    if (line.type === 'restored') settings.delete(line.account)
  }
  return {
    /** The run; undefined where it was killed before it began. */
    run,
    /** The accounts that were made for it with the control interface of its target. */
    accounts,
    /** Objects that were created and not deleted, oldest first. */
    objects: [...objects.values()],
    /** Original settings that were not restored. */
    settings: [...settings].map(([account, before]) => ({ account, before })),
  }
}

/** What a ledger lists, for people: nobody could be asked to delete or to restore it. */
export function uncleaned(file: string): string[] {
  const { objects, settings } = readLedger(file)
  const accounts = settings.map(({ account }) => account)
  return [
    ...(objects.length > 0 ? [`${objects.length} objects of the run were not deleted`] : []),
    ...(accounts.length > 0 ? [`the settings of ${accounts.join(', ')} were not put back`] : []),
  ]
}
