import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Database, SqlJsStatic } from 'sql.js'

/** The part of WebAssembly that is used here: Node has it, its types declare it only for browsers. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: object) => { exports: object }
}

interface Instantiation {
  instantiateWasm(imports: object, take: (instance: object, module: object) => void): object
}

let loading: Promise<SqlJsStatic> | undefined

/**
 * Loads SQLite once for the process. It is compiled in the foreground: a compilation in the background is no sooner
 * done, and a process that wants to end has to wait for it.
 */
export function loadEngine(): Promise<SqlJsStatic> {
  loading ??= load()
  return loading
}

async function load(): Promise<SqlJsStatic> {
  const require = createRequire(import.meta.url)
  const bytes = await readFile(require.resolve('sql.js/dist/sql-wasm.wasm'))
  const { default: initSqlJs } = await import('sql.js')
  const wasm: Instantiation = {
    instantiateWasm(imports, take) {
      const module = new WebAssembly.Module(bytes)
      const instance = new WebAssembly.Instance(module, imports)
      take(instance, module)
      return instance.exports
    },
  }
  return initSqlJs(wasm as Parameters<typeof initSqlJs>[0])
}

/** Opens an empty database that lives as long as the process. */
export async function openDatabase(): Promise<Database> {
  const { Database } = await loadEngine()
  const database = new Database()
  // The database is a file in memory that is locked anew for every statement, unless it stays locked.
  database.run('PRAGMA locking_mode = EXCLUSIVE')
  database.run('PRAGMA journal_mode = MEMORY')
  database.run('PRAGMA foreign_keys = ON')
  return database
}
