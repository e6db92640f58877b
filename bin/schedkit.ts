#!/usr/bin/env node
import * as nodeModule from 'node:module'
import { getSystemErrorMap } from 'node:util'
import { showSourcePositions } from './source-positions.js'

/** Node.js 22.1 and later can cache compiled code for the next start; NODE_DISABLE_COMPILE_CACHE turns that off. */
const { enableCompileCache } = nodeModule as { enableCompileCache?: () => void }
// Coverage of cached functions would be less precise.
if (!process.env.NODE_V8_COVERAGE) enableCompileCache?.()

showSourcePositions()

// The reader may close the pipe early, as in `schedkit conformance list | head`, or the terminal may be closed; a run still
// cleans up and exits with its verdict.
process.stdout.on('error', ({ code, errno = 0, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE' || (code === 'EIO' && process.stdout.isTTY)) return
  const [, reason = message] = getSystemErrorMap().get(errno) ?? []
  process.stderr.write(`Failed to write to the standard output: ${reason}.\n`)
  process.exit(1)
})
// No one is listening for errors any more.
process.stderr.on('error', () => {})

// Loaded only now, so that its compiled code is cached, too.
const { runCommandLine } = await import('./command-line.js')
await runCommandLine(process.argv.slice(2))
