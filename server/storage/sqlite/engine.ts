import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Database } from 'sql.js'
import { type Call, type CallName, createFileCalls, type FileCalls, type Memory } from './files/file-calls.js'
import type { Mounted } from './files/mounted.js'
import { sqljsBuild } from './files/sqljs-build.js'

/** The part of WebAssembly used here: Node has it, but its types declare it only for browsers. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: object) => { exports: Record<string, unknown> }
  Memory: new () => Memory
}

/** The imports of SQLite, all in one module. */
type Imports = { a: Record<string, Call> }

let loading: ReturnType<typeof load> | undefined

/**
 * Loads SQLite once per process. It is compiled in the foreground: compiling in the background is not faster, and would
 * delay the exit of the process.
 */
export function loadEngine() {
  loading ??= load()
  return loading
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function load() {
  const require = createRequire(import.meta.url)
  const [wasm, glue] = await Promise.all(
    ['sql.js/dist/sql-wasm.wasm', 'sql.js/dist/sql-wasm.js'].map(path => readFile(require.resolve(path))),
  )
  const initSqlJs = requireFresh<typeof import('sql.js')>(require, 'sql.js')
  const isKnown = sha256(wasm as Buffer) === sqljsBuild.wasm && sha256(glue as Buffer) === sqljsBuild.glue
  // Missing if sql.js is not the known build.
  const files = isKnown ? createFileCalls() : undefined
  const sql = await initSqlJs(instantiation(wasm as Buffer, files) as Parameters<typeof initSqlJs>[0])
  return { sql, files }
}

/**
 * Loads a module as if for the first time: sql.js creates one instance of SQLite for its first user, and an instance of
 * other code in this process would not have our file calls.
 */
function requireFresh<Loaded>(require: NodeJS.Require, name: string): Loaded {
  const path = require.resolve(name)
  const loaded = require.cache[path]
  delete require.cache[path]
  try {
    return require(path)
  } finally {
    delete require.cache[path]
    if (loaded) require.cache[path] = loaded
  }
}

function instantiation(wasm: Uint8Array, files: FileCalls | undefined) {
  return {
    instantiateWasm(imports: Imports, take: (instance: object, module: object) => void) {
      const module = new WebAssembly.Module(wasm)
      let memory: Memory | undefined
      if (files) withFiles(imports, files, () => memory as Memory)
      const instance = new WebAssembly.Instance(module, imports)
      memory = Object.values(instance.exports).find(value => value instanceof WebAssembly.Memory) as Memory
      take(instance, module)
      return instance.exports
    },
  }
}

/** Replaces the imports with our file calls, by their minified names. */
function withFiles({ a: calls }: Imports, files: FileCalls, memory: () => Memory): void {
  const names = Object.entries(sqljsBuild.calls) as [CallName, string][]
  const original = Object.fromEntries(names.map(([name, short]) => [name, calls[short]]))
  const over = files.over(original as Record<CallName, Call>, memory)
  for (const [name, short] of names) calls[short] = over[name]
}

/** Opens an empty database in memory. */
export async function openDatabase(): Promise<Database> {
  const { sql } = await loadEngine()
  const database = new sql.Database()
  // By default, every statement locks the file in memory again.
  database.run('PRAGMA locking_mode = EXCLUSIVE')
  database.run('PRAGMA journal_mode = MEMORY')
  database.run('PRAGMA foreign_keys = ON')
  return database
}

/**
 * Opens a database on a disk. Nothing else may have it open.
 *
 * @throws {Error} if the installed sql.js is not the known build
 */
export async function openMounted(mounted: Mounted): Promise<Database> {
  const { sql, files } = await loadEngine()
  if (!files) {
    throw new Error(
      `Failed to open ${mounted.path}: the installed sql.js is not the build of version ${sqljsBuild.version}, the only one that this schedkit can use for data on disk. Reinstall schedkit with its own dependencies, or run it without a data directory.`,
    )
  }
  // sql.js removes a file in its memory when a database is closed; what is given here is that file.
  const database = files.opening(mounted, () => new sql.Database(new Uint8Array()))
  // It is locked before it is looked at: then SQLite needs no memory that is shared with others.
  database.run('PRAGMA locking_mode = EXCLUSIVE')
  return database
}
