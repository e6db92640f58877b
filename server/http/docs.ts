import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { type Document, pageHeaders } from './text-parts.js'

/** What the docs page knows of a service for demonstrations. Anyone who can reach the server can read it. */
export interface Demo {
  /** Accounts to log in with; `note` says what they are. */
  accounts: readonly { email: string; password: string; note?: string }[]
  /** The schedule to begin with. */
  scheduleId?: string
}

/** The files of the docs page and of the console in dist, by their paths. */
const files: Readonly<Record<string, string>> = {
  '/docs': 'docs/page.html',
  '/docs/page.css': 'docs/page.css',
  '/docs/page.js': 'docs/page.js',
  '/docs/swagger-ui.css': 'docs/swagger-ui.css',
  '/docs/swagger-ui-bundle.js': 'docs/swagger-ui-bundle.js',
  '/_console': 'console/page.html',
  '/_console/page.css': 'console/page.css',
  '/_console/page.js': 'console/page.js',
}

const demoPath = '/docs/demo.json'

/** The text of the interface, which the OpenAPI document has links into. */
const interfacePath = '/interface.md'

/** The paths of all of them; the console only where there is a control interface. */
export const docsPaths = (isControlled: boolean): readonly string[] => [
  ...Object.keys(files).filter(path => isControlled || !path.startsWith('/_console')),
  demoPath,
  interfacePath,
]

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  // Browsers show it, unlike text/markdown.
  '.md': 'text/plain; charset=utf-8',
}

/** Swagger UI changes only with schedkit. */
const cached = { 'cache-control': 'max-age=3600' }

/** Swagger UI has images in its styles. */
const loads = ["script-src 'self'", "style-src 'self'", 'img-src data:', "connect-src 'self'"]

async function readDocument(...path: string[]): Promise<Document> {
  const folder = dirname(createRequire(import.meta.url).resolve('schedkit/package.json'))
  const file = join(folder, ...path)
  const text = await readFile(file, 'utf8')
  const headers = pageHeaders(types[extname(file)] as string, loads)
  return { pieces: [text], headers: { ...headers, ...(file.includes('swagger-ui') && cached) } }
}

/** The files that were read, which all callers share. */
const documents = new Map<string, Promise<Document>>()

/** The docs page, or something that it needs. */
export async function docsAt(path: string, { accounts, scheduleId }: Demo): Promise<Document> {
  const file = files[path]
  if (path === demoPath) return { pieces: [JSON.stringify({ accounts, scheduleId })] }
  const document = documents.get(path) ?? readDocument(...(file ? ['dist', file] : ['docs', 'interface.md']))
  documents.set(path, document)
  return document
}
