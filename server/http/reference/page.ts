import { inHtml, type OpenApiDocument } from '../../core/index.js'
import { dereferenced } from './described.js'
import { errorSections } from './errors.js'
import { link, paragraphs } from './markup.js'
import { objectLinks, objectSections } from './objects.js'
import { operationLinks, operationSections } from './operations.js'
import { style } from './style.js'

/** The API reference: one HTML page, made from the document, without scripts and without anything to load. */
export function referencePage(
  withReferences: OpenApiDocument,
  links: readonly (readonly [target: string, text: string])[],
): string {
  const document = dereferenced(withReferences)
  const { title, version, summary, description } = document.info
  const [server] = document.servers
  const shown = links.map(([target, text]) => link(target, text)).join(' · ')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${inHtml(title)} reference</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<nav aria-label="Contents">
${operationLinks(document)}${objectLinks()}<h2><a href="#errors">Errors</a></h2>
<h2><a href="#headers">Headers</a></h2>
</nav>
<main>
<h1>${inHtml(title)}</h1>
<p class="dim">Version ${inHtml(version)} · ${shown}</p>
<p>${inHtml(summary)}</p>
<pre>curl -u EMAIL:PASSWORD ${inHtml(server?.url ?? '')}/v1/users/me</pre>
${paragraphs(description)}${operationSections(document)}${objectSections(document)}${errorSections(document)}</main>
</body>
</html>
`
}
