import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

/*
 * The documents in the package: users who installed it have nothing else.
 */

const { files }: { files: string[] } = JSON.parse(readFileSync('package.json', 'utf8'))
/** The files that npm always packs. */
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

/** Returns the anchors of a page: those that GitHub and npm generate for headings, and explicit ones. */
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

test('every link between the documents leads to an existing file and section in the package', () => {
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

test('every README begins with how to install the package, before anything that needs a checkout', () => {
  const readmes = documents.filter(document => basename(document) === 'README.md')
  const late = readmes.filter(document => {
    const text = readFileSync(document, 'utf8')
    const [install, checkout] = ['npm install', 'npm ci'].map(command => text.indexOf(command)) as [
      number,
      number,
    ]
    return checkout >= 0 && (install < 0 || checkout < install)
  })
  const readme = readFileSync('README.md', 'utf8')

  assert.ok(readmes.includes('conformance/README.md') && readmes.includes('mock/README.md'))
  assert.equal(late, [])
  assert.ok(readme.includes('npm install --save-dev schedkit'))
  assert.match(readme, /^```sh\nnpm ci && npm start\n```$/m)
  assert.match(readme, /^```sh\nnpm ci && npm test\n```$/m)
})

test.run()
