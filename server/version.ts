import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Where schedkit is installed. */
export const packageFolder = dirname(createRequire(import.meta.url).resolve('schedkit/package.json'))

/** The version of schedkit, as its package says. */
export const version: string = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')).version
