import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The version of schedkit, as its package says. */
export const version: string = JSON.parse(readFileSync(findPackage(), 'utf8')).version

function findPackage(): string {
  return createRequire(import.meta.url).resolve('schedkit/package.json')
}
