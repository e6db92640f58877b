import { createHash } from 'node:crypto'
import { Script } from 'node:vm'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { htmlReport } from './html.js'
import { script } from './html-script.js'
import { style } from './html-style.js'
import { hostileReport } from './testing/hostile-report.js'
import { checkMarkup } from './testing/markup-check.js'
import { sampleCurl } from './testing/sample-evidence.js'
import { greenReport, sampleReport } from './testing/sample-report.js'

const sample = sampleReport()
const page = htmlReport(sample)
const everyReport = [sample, greenReport(), hostileReport(), sampleReport({ checks: [], rules: [] })]

test('given any report, when it is written, tags are balanced and text is escaped, whatever the target sent', () => {
  for (const report of everyReport) assert.equal(checkMarkup(htmlReport(report), 'html').problems, [])
})

test('given markup in responses, when a report is written, then the only script and style are those of the page', () => {
  for (const report of everyReport) {
    const { elements } = checkMarkup(htmlReport(report), 'html')
    const names = elements.map(({ name }) => name)

    assert.is(names.filter(name => name === 'script').length, 1)
    assert.is(names.filter(name => name === 'style').length, 1)
    assert.not.ok(
      elements.some(({ attributes }) => Object.keys(attributes).some(name => /^on|^style$/.test(name))),
    )
  }
  assert.ok(page.includes('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;'))
})

test('given any report, when it is opened, nothing is loaded from anywhere', () => {
  for (const report of everyReport) {
    const { elements } = checkMarkup(htmlReport(report), 'html')
    const addresses = elements.flatMap(({ attributes }) =>
      ['src', 'href', 'action', 'srcset', 'data', 'poster'].flatMap(name => attributes[name] ?? []),
    )

    assert.equal(
      addresses.filter(address => !address.startsWith('#') && address !== 'data:,'),
      [],
    )
  }
  assert.not.match(page, /url\(|@import|fetch\(|XMLHttpRequest/)
})

test('given the policy of the page, when the style and the script are hashed, then it allows exactly these', () => {
  const policy = /content="(default-src[^"]*)"/.exec(page)?.[1] ?? ''
  for (const name of ['style', 'script']) {
    const [, text = ''] = new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(page) ?? []
    const hash = createHash('sha256').update(text).digest('base64')

    assert.ok(policy.includes(`${name}-src 'sha256-${hash}'`))
  }
  assert.match(policy, /^default-src 'none'/)
  assert.not.match(policy, /unsafe|https?:|\*/)
})

test('given links within the page, all of them have a target, and no id occurs twice', () => {
  for (const report of everyReport) {
    const { elements } = checkMarkup(htmlReport(report), 'html')
    const ids = elements.flatMap(({ attributes }) => attributes.id ?? [])
    const named = elements.flatMap(({ attributes }) => attributes['aria-labelledby'] ?? [])
    const links = elements
      .flatMap(({ attributes }) => attributes.href ?? [])
      .filter(href => href.startsWith('#'))

    assert.is(new Set(ids).size, ids.length)
    for (const link of [...links.map(href => href.slice(1)), ...named]) assert.ok(ids.includes(link), link)
  }
})

test('given the script of the page, when it is compiled, then it is valid JavaScript', () => {
  assert.not.throws(() => new Script(script))
  assert.not.match(script + style, /<\/?s/)
})

test('given rules, when they are mapped, each has one tile with a sign, a title and a link to its section', () => {
  const { elements } = checkMarkup(page, 'html')
  const tiles = elements.filter(({ attributes }) => attributes.class?.startsWith('tile '))

  assert.equal(
    tiles.map(({ attributes }) => attributes.href).sort(),
    sample.rules.map(({ id }) => `#${id}`).sort(),
  )
  assert.ok(tiles.every(({ attributes }) => attributes.title !== '' && attributes['aria-label'] !== ''))
  assert.match(page, /<a class="tile failed" href="#RES-05" title="RES-05 \(must\) failed: [^>]+>✗<\/a>/)
})

test('given rules and checks, when they are written, each has its section with what the filters need', () => {
  const { elements } = checkMarkup(page, 'html')
  const articles = elements.filter(({ name }) => name === 'article')
  const ids = elements.map(({ attributes }) => attributes.id)

  assert.is(articles.length, sample.rules.length)
  assert.ok(articles.every(({ attributes }) => attributes['data-outcome'] && attributes['data-level']))
  for (const check of sample.checks) assert.ok(ids.includes(`check-${check.id}`))
})

test('given headings, when they are read in order, then no level is skipped', () => {
  const levels = [...page.matchAll(/<h(\d)/g)].map(([, level]) => Number(level))

  assert.is(levels[0], 1)
  assert.is(levels.filter(level => level === 1).length, 1)
  levels.reduce((before, level) => {
    assert.ok(level <= before + 1)
    return level
  })
})

test('given a script, when a report is written, then it is shown in full next to a copy button', () => {
  const escaped = sampleCurl.replace(
    /[&<>"']/g,
    each => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[each] ?? '#39'};`,
  )

  assert.ok(
    page.includes(`<button type="button" class="copy">Copy</button>\n<pre tabindex="0">\n${escaped}</pre>`),
  )
})

test('given a verdict, when a report is written, it is at the top with its reasons and sums', () => {
  const top = page.slice(page.indexOf('<body>'), page.indexOf('<main>'))

  assert.match(top, /<h1>.*not conformant<\/h1>/)
  assert.match(top, /<li>RES-05 fails: a new object has every member that was sent\.<\/li>/)
  assert.match(top, /12 planned = 9 ran \+ 2 skipped \+ 1 blocked/)
})

test('given gaps, observations and remains, when a report is written, then each is reported', () => {
  assert.match(page, /Name a second schedule of the owner in the configuration\./)
  assert.match(page, /<a href="#BOK-04">BOK-04<\/a>: An unknown colour is refused with 400\./)
  assert.match(page, /Resource 7 of red-barn could not be deleted/)
})

test.run()
