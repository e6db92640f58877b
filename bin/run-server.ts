import { startServer } from '../server/index.js'
import { exposure } from './exposure.js'
import { limitsOf } from './limit-options.js'
import { controlNotes, dataNote } from './notes.js'
import { runService } from './run-service.js'
import type { ServeOptions } from './serve-options.js'
import { readTls } from './tls-files.js'

/** Starts a server as the options of `schedkit serve` say, tells where it is, and stops it on a signal. */
export async function runServer(options: ServeOptions): Promise<void> {
  const { seed, data, smtp, trustProxy } = options
  const tls = await readTls(options)
  const warning = exposure(options)
  if (warning !== undefined) process.stderr.write(`${warning}\n`)
  return runService(options, {
    start: given =>
      startServer({
        ...given,
        limits: limitsOf(options),
        trustProxy,
        ...(data !== undefined && { data }),
        ...(smtp !== undefined && { smtp }),
        ...(tls && { tls }),
      }),
    title: url => `is ready at ${url}`,
    notes: (url, controlToken) => [
      smtp === undefined
        ? 'E-mails stay in the outbox and are shown here as they come.'
        : 'E-mails go to the SMTP server.',
      ...controlNotes(url, controlToken),
      data === undefined
        ? dataNote(seed)
        : `Everything is kept in ${data}; save it: schedkit data backup ${data} FILE`,
      'Ctrl-C stops the server.',
    ],
  })
}
