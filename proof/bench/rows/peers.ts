/*
 * How the peers are started.
 */
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Bench } from '../row.js'

/** One of the programs in `peers/`. */
export const program = (name: string) => fileURLToPath(new URL(`../peers/${name}.js`, import.meta.url))

export const freshDirectory = ({ data }: Bench) => mkdtemp(join(data.directory, 'data-'))

/**
 * Arguments of Node that start Fastify with a new database; without the last one it opens what it has kept.
 * Undefined where the peers are not installed.
 */
export async function fastifyArguments(
  bench: Bench,
  synchronous: 'NORMAL' | 'FULL',
  seed: string,
): Promise<string[] | undefined> {
  if (bench.peers === undefined) return undefined
  const file = join(await freshDirectory(bench), 'fastify.db')
  return [program('fastify'), bench.peers, file, synchronous, seed]
}

/** The same for json-server, with the bookings of a seed file. */
export async function jsonServerArguments(bench: Bench, seed: string): Promise<string[] | undefined> {
  if (bench.peers === undefined) return undefined
  const { schedules } = JSON.parse(await readFile(seed, 'utf8'))
  const file = join(await freshDirectory(bench), 'db.json')
  const bookings = schedules[0].bookings.map((row: object, index: number) => ({ id: index + 1, ...row }))
  await writeFile(file, JSON.stringify({ bookings }))
  return [program('json-server'), bench.peers, file]
}
