import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { rules } from '../catalogue/index.js'
import { levels } from '../catalogue/rule.js'
import { htmlReport } from './html.js'
import { sectionCitation } from './html-interface.js'
import { interfaceFile, readInterface, sectionLinks, sectionsOfInterface } from './interface.js'
import { hostileText } from './testing/hostile-report.js'
import { checkMarkup } from './testing/markup-check.js'
import { sampleReport } from './testing/sample-report.js'

const text = readInterface()
const anchors = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)

test('every link of every rule leads to an anchor of the file', () => {
  const links = rules.flatMap(({ section }) => sectionLinks(section))

  assert.ok(links.length >= rules.length)
  for (const link of links) {
    const [file, anchor = ''] = link.split('#')
    assert.is(file, interfaceFile)
    assert.ok(anchors.includes(anchor), link)
  }
})

test('every link in the file resolves, and every anchor occurs once', () => {
  const links = [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, link = '']) => link)

  assert.ok(links.length > 20)
  for (const link of links) {
    const [path = '', anchor] = link.split('#')
    if (path !== '') assert.ok(existsSync(join(dirname(interfaceFile), path)), link)
    else assert.ok(anchors.includes(anchor ?? ''), link)
  }
  assert.is(new Set(anchors).size, anchors.length)
})

test('the file explains each level, and what `docs` contains is packed', async () => {
  const { files } = JSON.parse(await readFile('package.json', 'utf8'))

  for (const level of levels) assert.match(text, new RegExp(`\\| \`${level}\` `))
  assert.ok(files.includes('docs'))
})

test('the html report contains the whole interface, and each link in the page resolves', () => {
  const report = sampleReport()
  const page = htmlReport({
    ...report,
    rules: report.rules.map((rule, index) => ({ ...rule, section: index === 0 ? '2.1, 7.2' : '9' })),
  })
  const { elements, problems } = checkMarkup(page, 'html')
  const ids = new Set(elements.map(({ attributes }) => attributes.id))
  const fragments = elements.flatMap(({ attributes }) => attributes.href?.match(/(?<=^#).+/) ?? [])

  assert.equal(problems, [])
  for (const section of sectionsOfInterface()) assert.ok(ids.has(`section-${section}`), section)
  assert.equal(
    fragments.filter(id => !ids.has(id)),
    [],
  )
  assert.match(page, 'section <a href="#section-2.1">2.1</a>, <a href="#section-7.2">7.2</a>')
  assert.match(page, '<td><code>name</code></td>')
  assert.not.match(page, /<p>[^<]*(?:\*\*|\]\()/)
})

test('given a report of another program, a section that the file does not have does not become a link', () => {
  assert.is(sectionCitation('2.1, 12'), '<a href="#section-2.1">2.1</a>, 12')
  assert.not.match(sectionCitation(hostileText), '<script>')
})

test.run()
