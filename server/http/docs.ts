import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type Content, contentOf, pageHeaders } from './content.js'

/** Demo accounts and data shown on the docs page. Anyone who can reach the server can read them. */
export interface Demo {
  /** Accounts to log in with; `note` describes them. */
  accounts: readonly { email: string; password: string; note?: string }[]
  /** The schedule to start with. */
  scheduleId?: string
}

/** The files of the docs page and the console in the package, by path. The build has compressed those of Swagger UI. */
const files: Readonly<Record<string, string>> = {
  '/docs': 'dist/docs/page.html',
  '/docs/page.css': 'dist/docs/page.css',
  '/docs/page.js': 'dist/docs/page.js',
  '/docs/swagger-ui.css': 'dist/docs/swagger-ui.css.gz',
  '/docs/swagger-ui-bundle.js': 'dist/docs/swagger-ui-bundle.js.gz',
  '/_console': 'dist/console/page.html',
  '/_console/page.css': 'dist/console/page.css',
  '/_console/page.js': 'dist/console/page.js',
  // The text of the interface, which the OpenAPI document links to.
  '/interface.md': 'docs/interface.md',
}

export const demoPath = '/docs/demo.json'

/** All their paths; the console is included only if there is a control interface. */
export const docsPaths = (isControlled: boolean): readonly string[] => [
  ...Object.keys(files).filter(path => isControlled || !path.startsWith('/_console')),
  demoPath,
]

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  // Browsers display it, unlike text/markdown.
  '.md': 'text/plain; charset=utf-8',
}

/** Swagger UI embeds images in its styles. */
const loads = ["script-src 'self'", "style-src 'self'", 'img-src data:', "connect-src 'self'"]

async function load(file: string): Promise<Content> {
  const folder = dirname(createRequire(import.meta.url).resolve('schedkit/package.json'))
  const content = await readFile(join(folder, file))
  const isCompressed = file.endsWith('.gz')
  const text = String(isCompressed ? await promisify(gunzip)(content) : content)
  const headers = {
    ...pageHeaders(types[extname(file.replace('.gz', ''))] as string, loads),
    // Swagger UI changes only with schedkit; browsers revalidate our own files.
    ...(file.includes('swagger-ui') && { 'cache-control': 'max-age=3600' }),
  }
  return contentOf(text, headers, isCompressed ? content : undefined)
}

/** The files read so far, shared by all callers. */
const loaded = new Map<string, Promise<Content>>()

/** Returns the docs page, or a file that it needs. */
export function docsAt(path: string): Promise<Content> {
  const known = loaded.get(path)
  if (known) return known
  const file = load(files[path] as string)
  loaded.set(path, file)
  // Reading can fail for a moment, such as while too many files are open.
  file.catch(() => loaded.delete(path))
  return file
}
