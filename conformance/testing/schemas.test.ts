import { readFile } from 'node:fs/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import * as z from 'zod'
import { parseTarget } from '../target/target.js'
import { schemaFile, schemaNames, schemaText } from './schemas.js'

for (const name of schemaNames) {
  test(`the schema of a ${name} is that of the kit; otherwise run \`npm run snapshots\``, async () => {
    const text = await readFile(schemaFile(name), 'utf8')

    assert.fixture(text, schemaText(name))
    const { $id, properties } = JSON.parse(text)
    assert.match($id, new RegExp(`^https://unpkg\\.com/schedkit@[\\d.]+/${schemaFile(name)}$`))
    assert.ok(Object.keys(properties).length > 0)
  })
}

test('a target accepts what its schema accepts, and may name it', async () => {
  const schema = z.fromJSONSchema(JSON.parse(await readFile(schemaFile('target'), 'utf8')))
  const owner = { email: 'owner@example.test', password: 'correct horse' }
  const target = { $schema: 'a.json', baseUrl: 'http://localhost:4000', owner, schedules: ['lab'] }

  assert.ok(schema.safeParse(target).success)
  assert.ok(parseTarget(target, 'the test'))
  for (const wrong of [
    { ...target, schedules: [] },
    { ...target, scheduels: ['lab'] },
    { ...target, network: { headers: { 'X-Key': 1 } } },
  ])
    assert.not.ok(schema.safeParse(wrong).success, JSON.stringify(wrong))
})

test.run()
