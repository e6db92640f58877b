import type { Reply } from './call.js'
import { fixedHeaders } from './responses.js'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for HTML, including attribute values in quotes. */
export const inHtml = (text: string) => text.replace(/[&<>"]/g, character => escapes[character] ?? character)

/** Creates a small HTML page for someone who opened a link in an e-mail. */
export function page(status: number, title: string, text: string): Reply {
  const body = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${inHtml(title)}</title>
<link rel="icon" href="data:,">
<style>
  body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 20vh auto 0; padding: 0 1.5rem; color: #222; background: #fff }
  h1 { font-size: 1.5rem }
  @media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818 } }
</style>
<h1>${inHtml(title)}</h1>
<p>${inHtml(text)}</p>
</html>
`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    ...fixedHeaders,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    'referrer-policy': 'no-referrer',
  }
  return { status, headers, body }
}
