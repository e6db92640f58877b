import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Argv } from 'yargs'
import { ExitError, UsageError } from './errors.js'
import { examples, type OptionValues, text } from './options.js'
import { serviceOptions } from './service-options.js'

const options = {
  out: text('Folder to write to; it is created if it does not exist'),
  seed: text('Seed file of the service in the page; the demo by default'),
  'unique-names': serviceOptions['unique-names'],
} as const

/** The files of the site. */
const index = 'index.html'
const files = ['page.js', 'page.css', 'LICENSES']

type ConsoleOptions = OptionValues<typeof options>

/** Declares the options of `schedkit console`. */
export const builder = (args: Argv) =>
  args
    .usage(
      '$0 console --out DIR [OPTIONS]\n\nWrites the console as a static site: a page with a service of its own in it, for any host of files and any path. Everything that it shows happens in the page, and begins anew when it is loaded.',
    )
    .options(options)
    .check(({ out }) => {
      if (out === undefined)
        throw new UsageError('Give the folder to write the site to: schedkit console --out DIR')
      return true
    })
    .example(
      examples({
        '$0 console --out site': 'with the demo company',
        '$0 console --out site --seed seed.json':
          'with your data; everybody can read them, and their passwords',
      }),
    )

/** Writes the site. */
export async function handler({ out = '', seed, uniqueNames }: ConsoleOptions): Promise<void> {
  const data = seed === undefined ? undefined : await readSeed(seed, uniqueNames)
  const folder = join(
    dirname(createRequire(import.meta.url).resolve('schedkit/package.json')),
    'dist/console',
  )
  const page = await readFile(join(folder, 'static/page.html'), 'utf8')
  await refuseOthers(out)
  // The JSON must not contain the end tag of its script element.
  const script =
    data &&
    `  <script type="application/json" id="seed" data-unique-names="${uniqueNames}">${data.replaceAll('<', '\\u003c')}</script>\n`
  try {
    await mkdir(out, { recursive: true })
    for (const name of files) await copyFile(join(folder, 'static', name), join(out, name))
    await writeFile(
      join(out, index),
      page.replace('</body>', () => `${script ?? ''}</body>`),
    )
  } catch (error) {
    throw new ExitError(`Failed to write ${out}: ${(error as Error).message}. Choose a writable folder.`, 1)
  }
  process.stdout.write(
    `Created ${join(out, 'index.html')} and the files beside it. Serve the folder with any server of static files.\n`,
  )
}

/** @throws UsageError if the folder has files with the names of the site's that are not those of a site written before */
async function refuseOthers(out: string): Promise<void> {
  const page = await readFile(join(out, index), 'utf8').catch(() => undefined)
  if (page?.includes('<title>schedkit console</title>')) return
  const found = await readdir(out).catch((): string[] => [])
  const other = [index, ...files].find(name => found.includes(name))
  if (other === undefined) return
  throw new UsageError(
    `${join(out, other)} exists, and is not part of a console. Choose another folder, or delete it.`,
  )
}

/** Reads a seed file as JSON. */
async function readSeed(file: string, uniqueNames: ConsoleOptions['uniqueNames']): Promise<string> {
  const { readSeedFile } = await import('../fixtures/seed-file.js')
  return JSON.stringify(await readSeedFile(file, uniqueNames))
}
