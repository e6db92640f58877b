/**
 * Determines which minified import of the installed sql.js is which file call, and writes the table of `sqljs-build.ts`: it
 * runs SQLite on an in-memory file and observes the calls. Run it after installing another version:
 *
 * npm run probe:sqljs
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { SqlJsStatic } from 'sql.js'
import type { Call, Memory } from '../files/file-calls.js'
import { control, openFlags, statLayout } from '../files/numbers.js'

declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: object) => { exports: Record<string, unknown> }
  Memory: new () => Memory
}

/** A call made by SQLite: its arguments, the memory that they pointed to, and the result. */
interface Seen {
  name: string
  values: (number | bigint)[]
  before: Uint8Array[]
  after: Uint8Array[]
  result: number
}

const path = '/dbfile_'
const require = createRequire(import.meta.url)
const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

/** Makes SQLite create, change and read a database in the memory of sql.js, and returns all calls. */
async function observe(): Promise<Seen[]> {
  const seen: Seen[] = []
  const initSqlJs = require('sql.js') as (module: object) => Promise<SqlJsStatic>
  const sql = await initSqlJs({
    instantiateWasm(imports: { a: Record<string, Call> }, take: (instance: object) => void) {
      let memory: Memory | undefined
      const look = (value: number | bigint) =>
        memory && typeof value === 'number' && value > 0
          ? new Uint8Array(memory.buffer).slice(value, value + 200)
          : new Uint8Array()
      /** Returns the memory of the first buffer in a list (iovec). */
      const through = (value: number | bigint) => {
        const pointer = new DataView(look(value).buffer)
        return pointer.byteLength >= 4 ? look(pointer.getUint32(0, true)) : new Uint8Array()
      }
      const both = (values: (number | bigint)[]) => values.flatMap(value => [look(value), through(value)])
      for (const [name, call] of Object.entries(imports.a)) {
        imports.a[name] = (...values) => {
          const before = both(values)
          const result = call(...values)
          seen.push({ name, values, before, after: both(values), result })
          return result
        }
      }
      const wasm = readFileSync(require.resolve('sql.js/dist/sql-wasm.wasm'))
      const instance = new WebAssembly.Instance(new WebAssembly.Module(wasm), imports)
      memory = Object.values(instance.exports).find(value => value instanceof WebAssembly.Memory) as Memory
      take(instance)
      return instance.exports
    },
  })
  seen.length = 0
  const database = new sql.Database(new Uint8Array())
  database.run('PRAGMA cache_size = 1; CREATE TABLE t (x); INSERT INTO t VALUES (1)')
  database.run('PRAGMA journal_mode = TRUNCATE; INSERT INTO t VALUES (2)')
  const copy = new sql.Database(database.export())
  copy.exec('SELECT * FROM t')
  database.close()
  copy.close()
  return seen
}

const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes).split('\0')[0] ?? ''
const isHeader = (bytes: Uint8Array | undefined) => textOf(bytes) === 'SQLite format 3'
const isRegular = (mode: number) => (mode & 0o170000) === 0o100000

/** Identifies the file calls, in the order of the table, each by properties that no other one has. */
function tell(seen: readonly Seen[]): Record<string, string> {
  const isPath = (call: Seen, index: number) => textOf(call.before[2 * index]).startsWith(path)
  const opens = seen.filter(
    call =>
      call.values.length === 4 &&
      isPath(call, 1) &&
      call.result > 2 &&
      (Number(call.values[2]) & openFlags.write) !== 0 &&
      (Number(call.values[2]) & openFlags.create) !== 0,
  )
  const numbers = new Set(opens.map(call => call.result))
  const onFile = (call: Seen, count: number) =>
    call.values.length === count && numbers.has(Number(call.values[0]))
  const single = seen.flatMap((call, index) => (onFile(call, 1) ? [{ call, index }] : []))
  /** Whether a call is a close: the next call for the same number opens it again. */
  const isClose = ({ call, index }: (typeof single)[number]) => {
    const [number] = call.values
    const next = seen.slice(index + 1).find(each => each.values[0] === number || each.result === number)
    return next === undefined || (next.name === opens[0]?.name && next.result === number)
  }
  const closing = new Set(
    seen
      .map(call => call.name)
      .filter(
        name =>
          single.some(each => each.call.name === name) &&
          single.every(each => each.call.name !== name || isClose(each)),
      ),
  )
  const stats = seen.filter(call => call.values.length === 2 && isPath(call, 0))

  const found: Record<string, (call: Seen) => boolean> = {
    close: call => onFile(call, 1) && closing.has(call.name),
    control: call => onFile(call, 3) && Object.values<unknown>(control).includes(call.values[1]),
    open: call => opens.includes(call),
    read: call => onFile(call, 4) && !isHeader(call.before[3]) && isHeader(call.after[3]),
    remove: call =>
      call.values.length === 3 && textOf(call.before[2]).endsWith('-journal') && call.result === 0,
    seek: call => onFile(call, 4) && typeof call.values[1] === 'bigint',
    stat: call => stats.includes(call) && call.name !== stats[0]?.name,
    // Paths are resolved, checking for links, before anything else is done with them.
    statLink: call => stats.includes(call) && call.name === stats[0]?.name,
    statOpen: call => onFile(call, 2) && call.result === 0 && isRegular(modeIn(call.after[2])),
    sync: call => onFile(call, 1) && !closing.has(call.name),
    truncate: call => onFile(call, 2) && typeof call.values[1] === 'bigint',
    write: call => onFile(call, 4) && isHeader(call.before[3]) && isHeader(call.after[3]),
  }
  return Object.fromEntries(
    Object.entries(found).map(([role, fits]) => [role, onlyName(role, seen.filter(fits))]),
  )
}

const modeIn = (bytes: Uint8Array | undefined) =>
  bytes && bytes.length >= statLayout.length ? new DataView(bytes.buffer).getInt32(statLayout.mode, true) : 0

function onlyName(role: string, calls: readonly Seen[]): string {
  const names = [...new Set(calls.map(call => call.name))]
  if (names.length === 1) return names[0] as string
  throw new Error(
    `Failed to tell the file call "${role}": ${names.length === 0 ? 'nothing' : `each of ${names.join(', ')}`} looks like it. Compare what SQLite calls now with what probe-sqljs.ts looks for.`,
  )
}

/** Returns the text of `sqljs-build.ts` for the installed sql.js. */
export async function describeInstalled(): Promise<string> {
  const wasm = require.resolve('sql.js/dist/sql-wasm.wasm')
  const { version } = JSON.parse(readFileSync(new URL('../package.json', pathToFileURL(wasm)), 'utf8'))
  const calls = tell(await observe())
  const doubles = Object.values(calls).filter((name, index, all) => all.indexOf(name) !== index)
  if (doubles.length > 0) throw new Error(`Failed to tell file calls apart: ${doubles} stands for several.`)
  const lines = Object.entries(calls).map(([role, name]) => `    ${role}: '${name}',`)
  return `/* Generated by probe-sqljs.ts; the README of the storage says when to regenerate it. */

/** The supported build of sql.js: the SHA-256 of its files, and the minified names of its file calls. */
export const sqljsBuild = {
  version: '${version}',
  wasm: '${sha256(wasm)}',
  glue: '${sha256(require.resolve('sql.js/dist/sql-wasm.js'))}',
  calls: {
${lines.join('\n')}
  },
} as const
`
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const text = await describeInstalled()
  writeFileSync('server/storage/sqlite/files/sqljs-build.ts', text)
  process.stdout.write(text)
}
