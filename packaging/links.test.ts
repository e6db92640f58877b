import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

/*
 * The documents of the package: somebody who installed it has nothing else.
 */

const { files }: { files: string[] } = JSON.parse(readFileSync('package.json', 'utf8'))
/** What npm packs without being asked. */
const always = ['README.md', 'LICENSE', 'package.json']

const isPacked = (path: string) =>
  [...always, ...files].some(file => path === file || path.startsWith(`${file}/`)) && existsSync(path)

const documents = [...always, ...files]
  .filter(file => existsSync(file))
  .flatMap(file =>
    statSync(file).isDirectory()
      ? readdirSync(file, { recursive: true, encoding: 'utf8' }).map(name => join(file, name))
      : [file],
  )
  .filter(file => file.endsWith('.md'))

/** The anchors of a page: those that GitHub and npm give to headings, and its own. */
function anchorsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8').replace(/^```.*?^```$/gms, '')
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
  return [...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)]
}

test('every link between the documents leads to a file of the package, and to a section of it', () => {
  const broken: string[] = []
  let count = 0
  for (const document of documents) {
    for (const [, link = ''] of readFileSync(document, 'utf8').matchAll(/\]\((?!https?:)([^)\s]+)\)/g)) {
      count++
      const [file = '', anchor] = link.split('#')
      const path = file === '' ? document : join(dirname(document), file)
      const isThere = isPacked(path) && (anchor === undefined || anchorsOf(path).includes(anchor))
      if (!isThere) broken.push(`${document}: ${link}`)
    }
  }

  assert.ok(documents.length > 10 && count > 100, `${documents.length} documents with ${count} links`)
  assert.equal(broken, [])
})

test('the package begins with how to install it, before anything that needs a checkout', () => {
  const readme = readFileSync('README.md', 'utf8')
  const [install, build] = ['npm install --save-dev schedkit', 'npm ci'].map(text => readme.indexOf(text))

  assert.ok((install ?? -1) > 0 && (install ?? 0) < (build ?? 0))
  assert.match(readme, /^```sh\nnpm ci && npm start\n```$/m)
  assert.match(readme, /^```sh\nnpm ci && npm test\n```$/m)
})

test.run()
