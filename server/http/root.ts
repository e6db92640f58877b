import { createHash } from 'node:crypto'
import { inHtml, loadOpenApi, operations } from '../core/index.js'
import { between, type Document, pageHeaders } from './text-parts.js'

/** What a service says about itself at `/`. */
export interface ServiceFacts {
  /** The URL of the service, without a slash at the end. */
  url: string
  /** The version of schedkit. */
  version: string
  /** Whether the control interface is on. */
  isControlled: boolean
}

/** The index for programs: where everything is, and all operations. */
export function indexOf({ url, version, isControlled }: ServiceFacts): Document {
  const data = {
    name: 'schedkit',
    version,
    openapi: `${url}/openapi.json`,
    docs: `${url}/docs`,
    me: `${url}/v1/users/me`,
    ...(isControlled && { control: `${url}/_control`, console: `${url}/_console` }),
    operations: operations.map(({ method, path, summary }) => ({ method, path, summary })),
  }
  return { pieces: [JSON.stringify({ success: true, data })], headers: byAccept }
}

/** Who asks for `text/html` gets the page. */
const byAccept = { vary: 'Accept' }

/** Stands for the URL of the service in the text of the page. */
const placeholder = '{server}'

interface Page {
  /** Its text, before and after each URL of the service. */
  texts: readonly string[]
  headers: Readonly<Record<string, string>>
}

/** The page is made for the first request, and kept. */
let page: Promise<Page> | undefined

async function makePage(): Promise<Page> {
  const [{ openApiDocument }, { referencePage, style }] = await Promise.all([
    loadOpenApi(),
    import('./reference/index.js'),
  ])
  const text = referencePage(openApiDocument({ server: placeholder }), [
    ['docs', 'Try it out'],
    ['openapi.json', 'OpenAPI document'],
  ])
  // The page is one file, and nothing is loaded or run.
  const loads = [`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`, 'img-src data:']
  return {
    texts: text.split(placeholder),
    headers: { ...pageHeaders('text/html; charset=utf-8', loads), ...byAccept },
  }
}

/** The API reference, for browsers. */
export async function referenceOf({ url }: Pick<ServiceFacts, 'url'>): Promise<Document> {
  page ??= makePage()
  const { texts, headers } = await page
  return { pieces: between(texts, inHtml(url)), headers }
}
