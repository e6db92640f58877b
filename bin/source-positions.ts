import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Matches the position of a stack frame in a bundle: file, line and column, starting at 1. */
const bundled = /(file:\/\/[^()\s]+\.js):(\d+):(\d+)/

/**
 * Shows source positions in stack traces, such as `bin/serve.ts:50:3`. The option --enable-source-maps does so too, but reads
 * every map at startup, which is slow; this reads a map only when a stack trace needs it.
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

/** Reads the source map next to a bundle; undefined if there is none. */
function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(file)}.map`, 'utf8')))
  } catch {
    return undefined
  }
}
