import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readTime } from '../times/times.js'
import { explain } from './body.js'
import { booking, bookingChange, bookingCreate } from './booking.js'

const minimal = { resource_id: 1, start: '2023-07-15 12:00', end: '2023-07-15 13:00' }
const messages = (schema: typeof bookingCreate.schema | typeof bookingChange.schema, value: unknown) => {
  const result = schema.safeParse(value)
  return result.success ? [] : explain(result.error, schema).map(({ path, message }) => `${path} ${message}`)
}

const writable = [
  ...['resource_id', 'title', 'start', 'end', 'all_day_display', 'color_fg', 'color_bk'],
  ...['text_bold', 'link', 'link_title', 'note', 'custom_1', 'custom_2'],
]
const readOnly = ['id', 'schedule_id', 'start_utc', 'end_utc', 'updated_at', 'created_at']

test('the booking object has the 19 fields of section 2.2, 13 of them writable', () => {
  assert.equal(Object.keys(booking.shape).sort(), [...writable, ...readOnly].sort())
  for (const body of [bookingCreate, bookingChange]) assert.equal(body.readOnly, readOnly)
  assert.equal(Object.keys(bookingChange.schema.shape), writable)
})

test('given only a resource and times, then a create fills in the defaults of section 2.2', () => {
  assert.equal(bookingCreate.schema.parse(minimal), {
    resource_id: minimal.resource_id,
    start: readTime(minimal.start),
    end: readTime(minimal.end),
    title: '',
    all_day_display: false,
    color_fg: '#000000',
    color_bk: '#FFFFFF',
    text_bold: false,
    link: '',
    link_title: '',
    note: '',
    custom_1: '',
    custom_2: '',
  })
})

test('given a change, then nothing is required and no defaults are filled in', () => {
  assert.equal(bookingChange.schema.parse({}), {})
  for (const [member, value] of Object.entries(minimal)) {
    const parsed = typeof value === 'string' ? readTime(value) : value
    assert.equal(bookingChange.schema.parse({ [member]: value }), { [member]: parsed })
  }
})

test('given an empty create, then each of the three required fields is named', () => {
  assert.equal(messages(bookingCreate.schema, {}), [
    'resource_id is required',
    'start is required',
    'end is required',
  ])
})

const lengths = { title: 100, link_title: 100, note: 500, custom_1: 200, custom_2: 200 }
for (const [member, limit] of Object.entries(lengths)) {
  test(`${member} has at most ${limit} characters, in a create and in a change`, () => {
    for (const letter of ['x', 'é', '😀', '\n']) {
      const [longest, tooLong] = [letter.repeat(limit), letter.repeat(limit + 1)]
      assert.equal(bookingChange.schema.parse({ [member]: longest }), { [member]: longest })
      assert.equal(messages(bookingCreate.schema, { ...minimal, [member]: longest }), [])
      const complaint = [`${member} has ${limit + 1} characters; at most ${limit} are allowed`]
      assert.equal(messages(bookingChange.schema, { [member]: tooLong }), complaint)
      assert.equal(messages(bookingCreate.schema, { ...minimal, [member]: tooLong }), complaint)
    }
  })
}

const refusedValues: Record<string, unknown[]> = {
  resource_id: ['1', 0, -1, 1.5, 2 ** 53, true, null, [1]],
  title: [1, null, false, ['x'], '\ud800'],
  start: [0, null, '', 'tomorrow', '12:00', '2023-02-30', ['2023-07-15']],
  end: [0, null, '', 'tomorrow', '12:00', '2023-02-30', {}],
  all_day_display: [1, 0, 'true', null],
  color_fg: ['', 'red', '123456', '#12345', '#FFF', '#GGGGGG', '#1234567', '#FFFFFFFF', '#１23456', null],
  color_bk: ['', 'red', '123456', '#12345', '#FFF', '#GGGGGG', '#1234567', '#FFFFFFFF', '#123456\n', null],
  text_bold: [1, 0, 'yes', {}, null],
  link: [
    'ftp://x.test',
    'javascript:alert(1)',
    'www.example.com',
    '//example.com',
    `http://${'x'.repeat(244)}`,
  ],
  link_title: [5, null],
  note: [5, null],
  custom_1: [5, null],
  custom_2: [5, null],
}
for (const member of writable) {
  test(`given an invalid ${member}, then only it is reported`, () => {
    for (const value of refusedValues[member] as unknown[]) {
      for (const found of [
        messages(bookingChange.schema, { [member]: value }),
        messages(bookingCreate.schema, { ...minimal, [member]: value }),
      ]) {
        assert.is(found.length, 1, JSON.stringify(value))
        assert.ok(found[0]?.startsWith(`${member} `), found[0])
      }
    }
  })
}

test('given values at their limits, then they are stored as sent', () => {
  for (const value of [
    { link: `http://${'x'.repeat(243)}` },
    { link: 'HTTPS://example.com/{resource}' },
    { color_fg: '#abcdef', color_bk: '#ABCDEF' },
    { text_bold: true, all_day_display: true },
    { note: 'a\nb\n\nc', title: ' <b>&amp;</b> "\\' },
  ]) {
    assert.equal(bookingChange.schema.parse(value), value)
  }
})

test('given times in other forms, then they are accepted', () => {
  const times = bookingChange.schema.parse({ start: '2023-W28-6T12:00Z', end: '20230715T130000+0200' })

  assert.equal(times, {
    start: { instant: Date.UTC(2023, 6, 15, 12) / 1000 },
    end: { instant: Date.UTC(2023, 6, 15, 11) / 1000 },
  })
})

test('given a time whose plus became a space, then the message says how to write it', () => {
  const found = messages(bookingChange.schema, { start: '2026-11-21T14:30:00 01:00' })

  assert.match(found[0] ?? '', '%2B')
})

test('given a text that is too long for a time, then the message does not look for a lost plus in it', () => {
  const found = messages(bookingChange.schema, { start: `${'T0000'.repeat(10)} 01:00` })

  assert.match(found[0] ?? '', 'must be a time')
  assert.not.match(found[0] ?? '', '%2B')
})

test.run()
