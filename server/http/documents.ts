import {
  type Call,
  createRouter,
  type Handler,
  limitParts,
  networkOf,
  type Reply,
  reply,
  replyUnmatched,
  splitTarget,
} from '../core/index.js'
import { type Content, contentOf, replyWith } from './content.js'
import { type Demo, demoPath, docsAt, docsPaths } from './docs.js'
import { indexOf, startPageOf } from './root.js'

/*
 * What a server publishes about itself outside of `/v1`, without credentials: the index and its documents.
 */

/** The placeholder for the URL of the server in the text of the document. */
const placeholder = '{server}'

let openApiText: Promise<string> | undefined

// Loading takes a moment. The core does not offer this: it imports the core, and a bundle includes everything that a dynamic
// import leads to.
async function makeOpenApi(): Promise<string> {
  const { openApiDocument } = await import('../core/openapi/index.js')
  return JSON.stringify(openApiDocument({ server: placeholder }))
}

/** The maximum number of URLs with a compressed document each: callers that invent more must not cause more compression. */
const maxUrls = 8

async function openApiAt(url: string, kept: Map<string, Promise<Content>>): Promise<Content> {
  openApiText ??= makeOpenApi()
  const template = await openApiText
  const known = kept.get(url)
  if (known) return known
  const text = template.replaceAll(placeholder, () => JSON.stringify(url).slice(1, -1))
  if (kept.size >= maxUrls) return { headers: {}, bytes: Buffer.from(`${text}\n`) }
  const content = contentOf(text)
  kept.set(url, content)
  return content
}

/** The workflows, which are the same for every URL. */
let workflows: Promise<Content> | undefined

async function makeWorkflows(): Promise<Content> {
  const { arazzoDocument } = await import('../core/openapi/index.js')
  return contentOf(JSON.stringify(arazzoDocument('openapi.json')))
}

export interface DocumentOptions {
  /** The URL of the service. @default that of the request */
  publicUrl?: string | undefined
  /** The demo accounts and data of the docs page. @default none */
  demo?: Demo | undefined
  /** The version shown by the index at `/`. @default none */
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
  // Nobody needs credentials for these, so callers that do not read the response must not tie up much memory.
  const sending = limitParts(undefined, { noun: 'documents', instead: '' })

  function contentAt(path: string, url: string): Promise<Content> {
    if (path === '/openapi.json') return openApiAt(url, openApi)
    if (path !== '/workflows.json') return docsAt(path)
    workflows ??= makeWorkflows()
    return workflows
  }

  async function found(call: Call, path: string): Promise<Reply> {
    const url = publicUrl ?? call.origin
    if (path === demoPath) {
      const { accounts, scheduleId } = demo
      return reply(200, JSON.stringify({ accounts, scheduleId }))
    }
    if (path === '/') {
      return call.header('accept')?.includes('text/html')
        ? startPageOf({ url, demo, isControlled })
        : indexOf({ url, version, isControlled })
    }
    const content = await contentAt(path, url)
    return replyWith(call, content, parts => sending.limited({ address: networkOf(call.peer) }, parts))
  }

  return async call => {
    if (call.target.startsWith('/v1/')) return answer(call)
    const { path } = splitTarget(call.target)
    const match = router.match(call.method, path)
    if (match.kind === 'nothing') return answer(call)
    return match.kind === 'found' ? found(call, path) : replyUnmatched(match, call.method, path)
  }
}
