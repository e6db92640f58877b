import {
  allowing,
  type Call,
  createRouter,
  type Handler,
  limitParts,
  networkOf,
  type Reply,
  refused,
  splitTarget,
  unmatched,
} from '../core/index.js'
import { type Content, contentOf, type Demo, docsAt, docsPaths, sendTo } from './docs.js'
import { indexOf, startPageOf } from './root.js'
import { between, type Document, inParts, inWhole } from './text-parts.js'

/*
 * What a server says about itself, outside of `/v1` and without credentials: the index and its documents.
 */

/** Stands for the URL of the server in the text of the document. */
const placeholder = '{server}'

/** The text of the OpenAPI document before and after each URL of the server. */
let texts: Promise<string[]> | undefined

// It takes a moment to load. The core does not offer it: it imports the core, and a bundle keeps everything that a dynamic import leads to.
async function makeTexts(): Promise<string[]> {
  const { openApiDocument } = await import('../core/openapi/index.js')
  return JSON.stringify(openApiDocument({ server: placeholder })).split(placeholder)
}

/** How many URLs have a compressed document each: callers that invent more must not have each of them compressed. */
const maxUrls = 8

async function openApiAt(call: Call, url: string, openApi: Map<string, Promise<Content>>): Promise<Document> {
  texts ??= makeTexts()
  const pieces = between(await texts, JSON.stringify(url).slice(1, -1))
  const content = openApi.get(url) ?? (openApi.size < maxUrls ? contentOf(pieces.join('')) : undefined)
  if (content === undefined) return { pieces }
  openApi.set(url, content)
  return sendTo(call, await content)
}

/** The workflows are the same for every URL. */
let workflows: Promise<Content> | undefined

async function makeWorkflows(): Promise<Content> {
  const { arazzoDocument } = await import('../core/openapi/index.js')
  return contentOf(JSON.stringify(arazzoDocument('openapi.json')))
}

export interface DocumentOptions {
  /** The URL of the service; by default that of the request. */
  publicUrl?: string | undefined
  /** What the docs page offers to try. @default nothing */
  demo?: Demo | undefined
  /** The version that the index at `/` names. @default none */
  version?: string | undefined
  /** Whether the control interface is on. @default false */
  isControlled?: boolean | undefined
}

/** Adds the index and the start page at `/`, `/openapi.json`, `/workflows.json` and `/docs` to a service. */
export function withDocuments(answer: Handler, options: DocumentOptions = {}): Handler {
  const { publicUrl, version = '', isControlled = false, demo = { accounts: [] } } = options
  const paths = ['/', '/openapi.json', '/workflows.json', ...docsPaths(isControlled)]
  const openApi = new Map<string, Promise<Content>>()
  const router = createRouter(paths.map(path => ({ method: 'GET', path })))
  // Nobody needs credentials for these, so callers that ask and do not read must not hold much.
  const sending = limitParts(undefined, { noun: 'documents', instead: '' })

  async function documentAt(call: Call, path: string): Promise<Document> {
    const url = publicUrl ?? call.origin
    if (path === '/openapi.json') return openApiAt(call, url, openApi)
    if (path === '/workflows.json') {
      workflows ??= makeWorkflows()
      return sendTo(call, await workflows)
    }
    if (path !== '/') return docsAt(call, path, demo)
    return call.header('accept')?.includes('text/html')
      ? startPageOf({ url, demo, isControlled })
      : indexOf({ url, version, isControlled })
  }

  async function found(call: Call, path: string): Promise<Reply> {
    const document = await documentAt(call, path)
    // HEAD needs the length of the whole.
    if ('pieces' in document && (!call.inParts || call.method === 'HEAD')) return inWhole(document)
    return inParts(document, parts => sending.limited({ address: networkOf(call.peer) }, parts))
  }

  return async call => {
    if (call.target.startsWith('/v1/')) return answer(call)
    const { path } = splitTarget(call.target)
    const match = router.match(call.method, path)
    if (match.kind === 'nothing') return answer(call)
    if (match.kind === 'found') return found(call, path)
    if (call.method === 'OPTIONS') return allowing(match.methods)
    return refused(unmatched(match, call.method, path))
  }
}
