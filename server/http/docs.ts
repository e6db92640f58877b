import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { type Reply, reply } from '../core/index.js'

/** What the docs page knows of a service for demonstrations. Whoever reaches the server can read it. */
export interface Demo {
  /** Accounts to log in with; `note` says what they are. */
  accounts: readonly { email: string; password: string; note?: string }[]
  /** The schedule to begin with. */
  scheduleId?: string
}

/** The files of the docs page in the package, by their paths. */
const files: Readonly<Record<string, string>> = {
  '/docs': 'page.html',
  '/docs/page.css': 'page.css',
  '/docs/page.js': 'page.js',
  '/docs/swagger-ui.css': 'swagger-ui.css',
  '/docs/swagger-ui-bundle.js': 'swagger-ui-bundle.js',
}

const demoPath = '/docs/demo.json'

export const docsPaths: readonly string[] = [...Object.keys(files), demoPath]

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

/** The page loads nothing from elsewhere, and sends nothing there. Swagger UI has images in its styles. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const texts = new Map<string, string>()

/** The text of a file, which is read once, for the first request: later ones share it. */
async function textOf(file: string): Promise<string> {
  const known = texts.get(file)
  if (known !== undefined) return known
  const folder = dirname(createRequire(import.meta.url).resolve('schedkit/package.json'))
  const text = await readFile(join(folder, 'dist', 'docs', file), 'utf8')
  texts.set(file, text)
  return text
}

/** Answers a request for the docs page, or for something that it needs. */
export async function replyWithDocs(path: string, { accounts, scheduleId }: Demo): Promise<Reply> {
  const file = files[path]
  if (file === undefined) return reply(200, JSON.stringify({ accounts, scheduleId }))
  return reply(200, await textOf(file), {
    'content-type': types[extname(file)] as string,
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
  })
}
