import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

/** The position of a frame within a bundle: its file, line and column, from 1 on. */
const bundled = /(file:\/\/[^()\s]+\.js):(\d+):(\d+)/

/**
 * Shows the positions of stack traces in the sources, such as `bin/serve.ts:50:3`. The option --enable-source-maps does so
 * too, but reads every map at once, which delays the start; this reads a map once a stack trace needs it.
 */
export function showSourcePositions(): void {
  const maps = new Map<string, SourceMap | undefined>()

  function sourcePosition(text: string, file: string, line: string, column: string): string {
    if (!maps.has(file)) maps.set(file, readMap(file))
    const entry = maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (!entry || !('originalSource' in entry)) return text
    const path = entry.originalSource.replace(/^(?:\.\.\/)+/, '')
    return `${path}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  }

  Error.prepareStackTrace = (error, frames) =>
    [String(error), ...frames.map(frame => `    at ${String(frame).replace(bundled, sourcePosition)}`)].join(
      '\n',
    )
}

/** The map next to a bundle; undefined if there is none. */
function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(file)}.map`, 'utf8')))
  } catch {
    return undefined
  }
}
