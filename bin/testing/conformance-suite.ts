import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import { type RunningServer, startServer } from '../../server/index.js'

/** A server to certify, the folder of its tests, and a target file in it. */
export interface Place {
  folder: string
  server: RunningServer
  target: string
}

export const password = 'correct horse'
const people = ['owner', 'editor', 'viewer', 'stranger'].map(name => ({
  email: `${name}@example.test`,
  password,
}))

/** Creates a suite whose tests have a server to certify. */
export function conformanceSuite(title: string) {
  const test = suite<Place>(title)

  test.before(async place => {
    place.folder = await mkdtemp(join(tmpdir(), 'schedkit-'))
    place.server = await startServer({
      port: 0,
      log: 'off',
      controlToken: 'token',
      seed: {
        users: people,
        schedules: ['first', 'second', 'spare'].map(id => ({ id, owner: 'owner@example.test' })),
      },
    })
    place.target = join(place.folder, 'target.json')
    await writeFile(
      place.target,
      `{
        // as init writes it
        "baseUrl": "${place.server.url}",
        "owner": { "email": "owner@example.test", "password": "$PASSWORD" },
        "schedules": ["first", "second", "spare"],
        "members": ${JSON.stringify(people.slice(1).map(({ email }) => ({ email, password: '$PASSWORD' })))}
      }`,
    )
  })

  test.after(async ({ server, folder }) => {
    await server.close()
    await rm(folder, { recursive: true })
  })

  return test
}
