import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { parse } from 'yaml'
import { arazzoDocument, openApiDocument } from '../server/core/openapi/index.js'
import { newFolder } from '../server/testing/folder.js'
import { command } from './testing/command.js'

const folder = newFolder()

const run = (...args: string[]) => command(['openapi', ...args])

const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

test('given no options, the document is printed as JSON', async () => {
  const { code, out } = await run()

  assert.is(code, 0)
  assert.equal(JSON.parse(out), plain(openApiDocument()))
})

test('given a server, the document names it', async () => {
  const { out } = await run('--server', 'https://api.example.com/')

  assert.equal(JSON.parse(out).servers, [{ url: 'https://api.example.com' }])
})

test('given a server with a path, every URL of the document begins with it', async () => {
  const { out } = await run('--server', 'https://api.example.com/booking/')

  assert.equal(JSON.parse(out).servers, [{ url: 'https://api.example.com/booking' }])
  assert.not.match(out, '127.0.0.1')
  assert.match(out, 'https://api.example.com/booking/v1/schedules/lisbon-studio')
})

test('given a profile, reads are whole objects, or also any part of them', async () => {
  const dataOf = async (...args: string[]) => {
    const { components } = JSON.parse((await run(...args)).out)
    return components.responses.BookingRead.content['application/json'].schema.properties.data
  }

  assert.equal(await dataOf(), { $ref: '#/components/schemas/Booking' })
  assert.equal(await dataOf('--profile', 'strict'), {
    anyOf: [{ $ref: '#/components/schemas/Booking' }, { $ref: '#/components/schemas/BookingFields' }],
  })
})

test('given --workflows, they are printed, and refer to the document in the same format', async () => {
  const json = await run('--workflows')
  const yaml = await run('--workflows', '--yaml')
  const wrong = await run('--workflows', '--contract')

  assert.equal(JSON.parse(json.out), plain(arazzoDocument('openapi.json')))
  assert.equal(parse(yaml.out), plain(arazzoDocument('openapi.yaml')))
  assert.is(wrong.code, 2)
  assert.match(wrong.err, '--workflows takes neither --server nor --profile nor --contract')
})

test('given --yaml, the same document is printed as YAML', async () => {
  const { code, out } = await run('--yaml')

  assert.is(code, 0)
  assert.match(out, /^openapi: 3\.1\.0\n/)
  assert.equal(parse(out), plain(openApiDocument()))
})

for (const [name, format] of [
  ['api.json', []],
  ['api.yaml', ['--yaml']],
  ['api.yml', ['--yaml']],
] as const) {
  test(`given the file ${name}, its extension determines the format`, async () => {
    const file = join(folder, name)
    const printed = await run(...format)

    const { code, out } = await run('--out', file)

    assert.equal([code, out], [0, ''])
    assert.is(await readFile(file, 'utf8'), printed.out)
  })
}

for (const [args, message] of [
  [
    ['--server', 'https://api.example.com/v1'],
    /ends with \/v1, which .* Leave it out: https:\/\/api\.example\.com\./,
  ],
  [['--server', 'https://api.example.com/api/v1/'], /Leave it out: https:\/\/api\.example\.com\/api\./],
  [['--profile', 'loose'], /--profile "loose" does not exist\. Use objects or strict\./],
  [['--server', 'api.example.com'], /is not the URL of a service\. Write it as https:/],
  [['--server', 'ftp://api.example.com'], /is not the URL of a service/],
  [['--out', 'api.xml'], /unknown format: \.xml\. Let it end with \.json, \.yaml or \.yml/],
  [['--yaml', '--out', 'api.json'], /--yaml contradicts --out api\.json/],
  [['--format', 'xml'], /Unknown option: --format\./],
] as const) {
  test(`given ${args.join(' ')}, the message says what to write`, async () => {
    const { code, out, err } = await run(...args)

    assert.equal([code, out], [2, ''])
    assert.match(err, message)
  })
}

test('given a file that cannot be written, the message names it', async () => {
  const file = join(folder, 'missing', 'api.json')

  const { code, err } = await run('--out', file)

  assert.is(code, 1)
  assert.match(err, `Failed to write ${file}: ENOENT`)
  assert.match(err, /Choose a file in a writable folder/)
})

test.run()
