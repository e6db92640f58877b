import { gzipSync } from 'node:zlib'
import { bundle } from './bundle.js'
import { sharesOf } from './shares.js'

/*
 * Prints the size of the mock in a browser, by package.
 */

const programs: [title: string, code: string][] = [
  [
    'startMock and demo',
    "import { startMock } from 'schedkit/mock/browser'\nimport { demo } from 'schedkit/fixtures'\nconsole.log(startMock, demo)",
  ],
  ['demo alone', "import { demo } from 'schedkit/fixtures'\nconsole.log(demo)"],
]

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1).padStart(8)} kB`
const write = (line: string) => process.stdout.write(`${line}\n`)

for (const [title, code] of programs) {
  const { text, metafile } = await bundle(code, { minify: true })
  const whole = Buffer.byteLength(text)
  write(`${title}: ${kilobytes(whole).trim()} minified, ${kilobytes(gzipSync(text).length).trim()} with gzip`)
  for (const [name, bytes] of sharesOf(metafile)) {
    if (bytes < whole / 200) continue
    write(`${kilobytes(bytes)} ${((100 * bytes) / whole).toFixed(0).padStart(3)} %  ${name}`)
  }
  write('')
}
