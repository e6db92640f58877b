import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const path = createRequire(import.meta.url).resolve('schedkit/package.json')

/** The version of schedkit, from its package.json. */
export const version: string = JSON.parse(readFileSync(path, 'utf8')).version
