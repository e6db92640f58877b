import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Argv } from 'yargs'
import { ExitError, UsageError } from './errors.js'
import { examples, type OptionValues, text } from './options.js'

const options = {
  out: text('Folder to write to; it is created if it does not exist'),
  seed: text('Seed file of the service in the page; the demo by default'),
} as const

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
export async function handler({ out = '', seed }: ConsoleOptions): Promise<void> {
  const data = seed === undefined ? undefined : await readSeed(seed)
  const folder = join(
    dirname(createRequire(import.meta.url).resolve('schedkit/package.json')),
    'dist/console',
  )
  const page = await readFile(join(folder, 'static/page.html'), 'utf8')
  // The JSON must not contain the end tag of its script element.
  const script =
    data && `  <script type="application/json" id="seed">${data.replaceAll('<', '\\u003c')}</script>\n`
  try {
    await mkdir(out, { recursive: true })
    await writeFile(
      join(out, 'index.html'),
      page.replace('</body>', () => `${script ?? ''}</body>`),
    )
    for (const name of ['page.js', 'page.css', 'LICENSES'])
      await copyFile(join(folder, 'static', name), join(out, name))
  } catch (error) {
    throw new ExitError(`Failed to write ${out}: ${(error as Error).message}. Choose a writable folder.`, 1)
  }
  process.stdout.write(
    `Created ${join(out, 'index.html')} and the files beside it. Serve the folder with any server of static files.\n`,
  )
}

/** Reads a seed file as JSON. */
async function readSeed(file: string): Promise<string> {
  const { readSeedFile } = await import('../fixtures/seed-file.js')
  return JSON.stringify(await readSeedFile(file))
}
