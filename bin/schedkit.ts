#!/usr/bin/env node
import yargs from 'yargs'
import { hideBin } from 'yargs/helpers'
import { conformance } from './conformance.js'
import { data } from './data.js'
import { ExitError } from './exit-error.js'
import { fixtures } from './fixtures.js'
import { mock } from './mock.js'
import { serve } from './serve.js'
import { UsageError } from './usage-error.js'

const width = process.stdout.isTTY ? Math.min(process.stdout.columns, 110) : 100

try {
  await yargs(hideBin(process.argv))
    .scriptName('schedkit')
    .usage('$0 COMMAND [OPTIONS]\n\nThe scheduling REST API that can be proved.')
    .command(serve)
    .command(mock)
    .command(data)
    .command(conformance)
    .command(fixtures)
    .demandCommand(1, 'Say which command to run.')
    .recommendCommands()
    .strict()
    .alias({ help: 'h', version: 'v' })
    .wrap(width)
    .epilogue('schedkit COMMAND --help shows the options and examples of a command.')
    .fail((message, error) => {
      throw error ?? new UsageError(message)
    })
    .parseAsync()
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(
      `${error.message}\nschedkit --help, and schedkit COMMAND --help, show what can be given.\n`,
    )
    process.exitCode = 2
  } else {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    if (process.env.SCHEDKIT_DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`)
    process.exitCode = error instanceof ExitError ? error.code : 1
  }
}
