import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createConnection, type Database } from './connection.js'
import { type Call, type CallName, createFileCalls, type FileCalls, type Memory } from './files/file-calls.js'
import type { Mounted } from './files/mounted.js'
import { sqljsBuild } from './files/sqljs-build.js'

/** The part of WebAssembly used here: Node has it, but its types declare it only for browsers. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>
  Instance: new (module: object, imports: object) => { exports: Record<string, unknown> }
  Memory: new () => Memory
}

/** The imports of SQLite, all in one module. */
type Imports = { a: Record<string, Call> }

let loading: ReturnType<typeof load> | undefined

/** Loads SQLite once per process. Called early at startup: other threads compile it while this one loads the rest. */
export function loadEngine() {
  loading ??= load()
  return loading
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const requireHere = createRequire(import.meta.url)

/** The path of a sql.js file that the build puts beside the bundles. */
const sqliteFile = (name: string) =>
  join(dirname(requireHere.resolve('schedkit/package.json')), 'dist', 'sqlite', name)

async function load() {
  const program = sqliteFile('sql-wasm.cjs')
  const wasm = readFileSync(sqliteFile('sql-wasm.wasm'))
  const compiling = compile(wasm)
  const glue = readFileSync(program)
  const initSqlJs = requireFresh<typeof import('sql.js')>(program)
  const isKnown = sha256(wasm) === sqljsBuild.wasm && sha256(glue) === sqljsBuild.glue
  // Undefined if sql.js is not the supported build.
  const files = isKnown ? createFileCalls() : undefined
  const given = instantiation(await compiling, files)
  const { Database } = await initSqlJs(given as Parameters<typeof initSqlJs>[0])
  return { connect: (bytes?: Uint8Array) => createConnection(new Database(bytes)), files }
}

async function compile(wasm: Uint8Array): Promise<object> {
  // Since version 24, Node.js would otherwise exit before this resolves.
  const alive = setInterval(() => {}, 1_000)
  try {
    return await WebAssembly.compile(wasm)
  } finally {
    clearInterval(alive)
  }
}

/**
 * Loads a module as if for the first time: sql.js creates one SQLite instance for its first user, and an instance created by
 * other code in this process would not have our file calls.
 */
function requireFresh<Loaded>(path: string): Loaded {
  const loaded = requireHere.cache[path]
  delete requireHere.cache[path]
  try {
    return requireHere(path)
  } finally {
    delete requireHere.cache[path]
    if (loaded) requireHere.cache[path] = loaded
  }
}

function instantiation(module: object, files: FileCalls | undefined) {
  return {
    instantiateWasm(imports: Imports, take: (instance: object, module: object) => void) {
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
  const { connect } = await loadEngine()
  const database = connect()
  // SQLite sees a file, in the in-memory file system of sql.js.
  database.run(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;
    PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536; PRAGMA foreign_keys = ON`)
  return database
}

/**
 * Opens a database on a disk. Nothing else may have it open.
 *
 * @throws {Error} if the installed sql.js is not the supported build
 */
export async function openMounted(mounted: Mounted): Promise<Database> {
  const { connect, files } = await loadEngine()
  if (!files) {
    throw new Error(
      `Failed to open ${mounted.path}: its sql.js is not the build of version ${sqljsBuild.version}, the only one that this schedkit can use for data on disk. Reinstall schedkit, or run it without a data directory.`,
    )
  }
  // When sql.js closes a database, it removes its file from its own file system, so there has to be one.
  const database = files.opening(mounted, () => connect(new Uint8Array()))
  // Locked before the first access, so that SQLite needs no shared memory.
  database.run('PRAGMA locking_mode = EXCLUSIVE')
  return database
}
