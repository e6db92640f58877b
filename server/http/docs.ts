import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Call } from '../core/index.js'
import { type Document, pageHeaders } from './text-parts.js'

/** What the docs page knows of a service for demonstrations. Anyone who can reach the server can read it. */
export interface Demo {
  /** Accounts to log in with; `note` says what they are. */
  accounts: readonly { email: string; password: string; note?: string }[]
  /** The schedule to begin with. */
  scheduleId?: string
}

/** The files of the docs page and of the console in the package, by their paths. The build has compressed those of Swagger UI. */
const files: Readonly<Record<string, string>> = {
  '/docs': 'dist/docs/page.html',
  '/docs/page.css': 'dist/docs/page.css',
  '/docs/page.js': 'dist/docs/page.js',
  '/docs/swagger-ui.css': 'dist/docs/swagger-ui.css.gz',
  '/docs/swagger-ui-bundle.js': 'dist/docs/swagger-ui-bundle.js.gz',
  '/_console': 'dist/console/page.html',
  '/_console/page.css': 'dist/console/page.css',
  '/_console/page.js': 'dist/console/page.js',
  // The text of the interface, which the OpenAPI document has links into.
  '/interface.md': 'docs/interface.md',
}

const demoPath = '/docs/demo.json'

/** The paths of all of them; the console only where there is a control interface. */
export const docsPaths = (isControlled: boolean): readonly string[] => [
  ...Object.keys(files).filter(path => isControlled || !path.startsWith('/_console')),
  demoPath,
]

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  // Browsers show it, unlike text/markdown.
  '.md': 'text/plain; charset=utf-8',
}

/** Swagger UI has images in its styles. */
const loads = ["script-src 'self'", "style-src 'self'", 'img-src data:', "connect-src 'self'"]

/** A text that is the same for many callers. */
export interface Content {
  headers: Readonly<Record<string, string>>
  text: string
  /** The text in gzip. */
  compressed: Uint8Array
}

/** @param compressed The text in gzip, if the build has made it */
export async function contentOf(
  text: string,
  headers: Readonly<Record<string, string>> = {},
  compressed?: Uint8Array,
): Promise<Content> {
  return {
    headers: {
      'cache-control': 'no-cache',
      // Weak: it is the same for the text and for the text in gzip.
      etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"`,
      vary: 'Accept-Encoding',
      ...headers,
    },
    text,
    compressed: compressed ?? (await promisify(gzip)(text)),
  }
}

async function load(file: string): Promise<Content> {
  const folder = dirname(createRequire(import.meta.url).resolve('schedkit/package.json'))
  const content = await readFile(join(folder, file))
  const isCompressed = file.endsWith('.gz')
  const text = String(isCompressed ? await promisify(gunzip)(content) : content)
  const headers = {
    ...pageHeaders(types[extname(file.replace('.gz', ''))] as string, loads),
    // Swagger UI changes only with schedkit; browsers ask whether our own files have changed.
    ...(file.includes('swagger-ui') && { 'cache-control': 'max-age=3600' }),
  }
  return contentOf(text, headers, isCompressed ? content : undefined)
}

/** The files that were read, which all callers share. */
const loaded = new Map<string, Promise<Content>>()

const accepts = (call: Call, coding: string) =>
  new RegExp(`\\b${coding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`, 'i').test(
    call.header('accept-encoding') ?? '',
  )

/** The content, in gzip where the caller accepts it; or only that it is what the caller has already. */
export function sendTo(call: Call, { headers, text, compressed }: Content): Document {
  const known = call.header('if-none-match')?.split(/\s*,\s*/) ?? []
  if (known.includes(headers.etag as string) || known.includes('*'))
    return { status: 304, pieces: [], headers }
  if (call.inParts && accepts(call, 'gzip'))
    return { bytes: compressed, headers: { ...headers, 'content-encoding': 'gzip' } }
  return { pieces: [text], headers }
}

/** The docs page, or something that it needs. */
export async function docsAt(call: Call, path: string, { accounts, scheduleId }: Demo): Promise<Document> {
  if (path === demoPath) return { pieces: [JSON.stringify({ accounts, scheduleId })] }
  const file = loaded.get(path) ?? load(files[path] as string)
  loaded.set(path, file)
  return sendTo(call, await file)
}
