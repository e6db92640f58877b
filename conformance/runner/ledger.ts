import { appendFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { type JsonObject, parseJson } from './json.js'

const entry = z.discriminatedUnion('type', [
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

/** The cleanup ledger: a file that lists what must be cleaned up, even if the process is killed. */
export interface Ledger {
  readonly file: string
  /** Appends an entry to the file before it returns. */
  write(entry: Entry): void
  /** Deletes the file: the run left nothing behind. */
  discard(): void
}

const readOnly = ['EACCES', 'EPERM', 'EROFS']

/** Creates a ledger in a folder, or in the temporary directory where that is read-only. It never overwrites a file. */
export function openLedger(folder: string, run: Extract<Entry, { type: 'run' }>): Ledger {
  const file = join(folder, `schedkit-conformance-${run.nonce}.jsonl`)
  try {
    writeFileSync(file, `${JSON.stringify(run)}\n`, { flag: 'wx', mode: 0o600 })
    return openExisting(file)
  } catch (error) {
    const code = String((error as { code?: unknown }).code)
    if (readOnly.includes(code) && folder !== tmpdir()) return openLedger(tmpdir(), run)
    throw new LedgerError(
      `Failed to create the ledger ${file}: ${(error as Error).message}. Run it in a folder that can be written to.`,
    )
  }
}

/** Opens an existing ledger. */
export function openExisting(file: string): Ledger {
  endLastLine(file)
  return {
    file,
    write: line => appendFileSync(file, `${JSON.stringify(line)}\n`),
    discard: () => rmSync(file, { force: true }),
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
export interface Leftovers {
  readonly run: Extract<Entry, { type: 'run' }>
  /** Objects that were created and not deleted, oldest first. */
  readonly objects: readonly { list: string; id: number | string }[]
  /** Original settings that were not restored. */
  readonly settings: readonly { account: string; before: JsonObject }[]
}

/** Reads a ledger, without a last line that a crash cut short. */
export function readLedger(file: string): Leftovers {
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
  const [run] = entries
  if (run?.type !== 'run') throw new LedgerError(`${file} is not a ledger: it does not begin with a run.`)

  const objects = new Map<string, { list: string; id: number | string }>()
  const settings = new Map<string, JsonObject>()
  for (const line of entries) {
    if (line.type === 'created') objects.set(`${line.list}/${line.id}`, { list: line.list, id: line.id })
    if (line.type === 'deleted') objects.delete(line.path)
    if (line.type === 'settings') settings.set(line.account, line.before as JsonObject)
    if (line.type === 'restored') settings.delete(line.account)
  }
  return {
    run,
    objects: [...objects.values()],
    settings: [...settings].map(([account, before]) => ({ account, before })),
  }
}
