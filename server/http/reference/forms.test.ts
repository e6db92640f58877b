import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openApiDocument } from '../../core/openapi/index.js'
import { defaultOf, formOf, meaningOf, type Schema } from './forms.js'

test('every pattern of a member or a parameter of the document has a meaning in words', () => {
  const { components, paths } = openApiDocument()
  const text = JSON.stringify([components.schemas, paths])
  const patterns = new Set(
    [...text.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
      ([, found = '""']) => JSON.parse(found) as string,
    ),
  )
  // Of a new id in a response, which its example shows.
  patterns.delete('^[1-9][0-9]*$')

  assert.ok(patterns.size >= 8)
  assert.equal(
    [...patterns].filter(pattern => meaningOf(pattern) === undefined),
    [],
  )
})

const forms: [schema: Schema, form: string][] = [
  [{ type: 'boolean' }, 'boolean'],
  [{ type: 'integer', minimum: 0 }, 'integer, 0 or more'],
  [{ type: 'string', maxLength: 100, pattern: '\\S' }, 'string, not blank, at most 100 characters'],
  [{ type: 'string', minLength: 6, maxLength: 1024 }, 'string, 6 to 1024 characters'],
  [{ type: 'string', enum: ['m/d/Y', '<b>'] }, '<code>m/d/Y</code> or <code>&lt;b&gt;</code>'],
  [{ type: 'string', format: 'uri' }, 'string, a URL'],
  [{ type: 'string', pattern: '^#[0-9A-Fa-f]{6}$' }, 'string, <code>#RRGGBB</code>'],
  [
    { type: 'array', items: { type: 'string', enum: ['id', 'name', 'note'] } },
    'list of <code>id</code>, <code>name</code> and <code>note</code>',
  ],
  [{ type: 'array', items: { type: 'integer' }, maxItems: 5 }, 'list of integers, at most 5'],
  [
    { anyOf: [{ type: 'boolean' }, { type: 'number', enum: [0, 1] }] },
    'boolean, or <code>0</code> or <code>1</code>',
  ],
  [{}, 'any value'],
]
for (const [schema, form] of forms) {
  test(`${JSON.stringify(schema)} is described as "${form}"`, () => {
    assert.is(formOf(schema), form)
  })
}

test('a default is shown as JSON', () => {
  assert.equal(
    [defaultOf({ default: '' }), defaultOf({ default: 20 }), defaultOf({})],
    ['<code>&quot;&quot;</code>', '<code>20</code>', ''],
  )
})

test.run()
