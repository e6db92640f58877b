import { writeFile } from 'node:fs/promises'
import { readOptions } from '../terminal/options.js'
import { announce, print, runCommand, tell } from '../terminal/progress.js'
import { clients } from './clients.js'
import { type Judgement, judgeClient } from './judge-client.js'
import { isProved, pageOf } from './page.js'

// `npm run clients`: `schedkit client` must not accuse correct clients, and must find their mistakes.

const help = `npm run clients -- [OPTIONS]

Runs schedkit client with the tests of five clients: in every world as they are, and with each of twenty mistakes in the world that
should show it. It takes ten minutes. Go and Python have to be there; npm installs the packages of the others.

  --only NAME  One client, by its name
  --write      Write proof/clients/PROOF.md; needs all clients
  --help       Show this help
`

const options = readOptions(help, { only: { type: 'string' }, write: { type: 'boolean' } })

async function run(): Promise<boolean> {
  const chosen = clients.filter(({ name }) => options.only === undefined || name === options.only)
  if (chosen.length === 0) throw new Error(`Known are ${clients.map(({ name }) => name).join(', ')}.`)
  const judgements: Judgement[] = []
  for (const client of chosen) {
    const judgement = await judgeClient(client, { tell })
    judgements.push(judgement)
    announce(
      `${client.name}: ${judgement.found.length} mistakes found, missed: ${judgement.missed.join(', ')}`,
    )
  }
  tell('')
  const page = pageOf(judgements)
  print(page)
  if (options.write && chosen.length === clients.length) await writeFile('proof/clients/PROOF.md', page)
  return isProved(judgements)
}

await runCommand('clients', run)
