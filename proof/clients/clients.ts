import { cp } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { installPackages } from '../processes/install-packages.js'
import { announce } from '../terminal/progress.js'

/** The tests of a client: a command and its folder. */
export interface Suite {
  command: readonly string[]
  folder: string
}

/** A client of the interface, written from docs/interface.md alone. MISTAKE names one of `mistakes` that it then makes. */
export interface Client {
  name: string
  /** Prepares its tests. */
  prepare(): Promise<Suite>
}

const here = (name: string) => resolve('proof/clients', name)

/** A client that runs with a program of this machine. */
const local = (name: string, folder: string, ...command: string[]): Client => ({
  name,
  prepare: async () => ({ command, folder: here(folder) }),
})

const installation = {
  name: 'clients',
  packages: {
    ...{ vitest: '3', jsdom: '26' },
    ...{ react: '19', 'react-dom': '19', '@tanstack/react-query': '5' },
    ...{ '@testing-library/react': '16', '@testing-library/dom': '10' },
    ...{ vue: '3', axios: '1', '@vue/test-utils': '2' },
  },
}

/** A client whose tests run in Vitest, with packages that are not dependencies of the project. */
const withVitest = (name: string, source: string): Client => ({
  name,
  async prepare() {
    const modules = await installPackages(installation, announce)
    const folder = join(modules, source)
    await cp(here(source), folder, { recursive: true })
    const program = join(modules, 'node_modules/vitest/vitest.mjs')
    return { command: [process.execPath, program, 'run', '--testTimeout', '30000'], folder }
  },
})

const fetchClient = local('fetch', 'fetch', process.execPath, '--test')

export const clients: readonly Client[] = [
  fetchClient,
  withVitest('React with TanStack Query', 'react'),
  withVitest('Vue with axios', 'vue'),
  local('Python', 'python', 'python3', '-m', 'unittest'),
  local('Go', 'go', 'go', 'test', '-count', '1', '.'),
]

/** What shows a mistake: a world in which the tests fail, or in which the requests show it. */
export interface Sign {
  world: string
  /** A kind of finding. @default a failed test */
  finding?: string
}

/** Mistakes that clients make, and what shows each. */
export const mistakes: Readonly<Record<string, Sign>> = {
  'takes-the-last-for-the-newest': { world: 'newest-first' },
  'asks-for-1000-at-once': { world: 'limit-refused' },
  'keeps-ids-in-32-bits': { world: 'ids-as-large-numbers' },
  'insists-on-a-number': { world: 'collaborator-id-as-string' },
  'insists-on-true': { world: 'profile-completed-as-number' },
  'insists-on-known-members': { world: 'more-members' },
  'expects-milliseconds': { world: 'dates-without-fractions' },
  'compares-colours-as-text': { world: 'colours-in-small-letters' },
  'deletes-a-room-with-bookings': { world: 'resource-with-bookings-stays' },
  'insists-on-a-media-type': { world: 'media-type-of-its-own' },
  'insists-on-201': { world: 'creates-with-200' },
  'takes-the-id-from-location': { world: 'no-other-headers' },
  'insists-on-404': { world: 'refusals-all-400' },
  'relies-on-an-error-code': { world: 'refusals-in-german' },
  'sends-times-of-the-machine': { world: 'far-east' },
  'sends-a-create-again': { world: 'lost-answer', finding: 'sent twice' },
  'ignores-retry-after': { world: 'rate-limited', finding: 'sent too soon' },
  'repeats-at-once': { world: 'goes-down', finding: 'sent in a loop' },
  'shows-a-part-as-the-whole': { world: 'unauthorized-while-paging', finding: 'part taken for the whole' },
  'guesses-a-path': { world: 'newest-first', finding: 'not documented' },
}
