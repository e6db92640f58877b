import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5'
import { SaxesParser } from 'saxes'

/** A start tag. */
export interface FoundElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
}

export interface MarkupFindings {
  /** In document order. */
  readonly elements: readonly FoundElement[]
  /** Why it is not well-formed; empty if it is. */
  readonly problems: readonly string[]
}

/** XML allows some of these characters; no report may contain any. */
const forbidden = /[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]/
/** HTML allows a lone ampersand; no report may contain one. */
const looseAmpersand = /&(?!(?:amp|lt|gt|quot|#\d+);)/

/** Parses a report as XML or HTML, and collects what is not well-formed. */
export function checkMarkup(text: string, kind: 'xml' | 'html'): MarkupFindings {
  const { elements, problems } = kind === 'xml' ? readXml(text) : readHtml(text)
  return { elements, problems: forbidden.test(text) ? ['a forbidden character', ...problems] : problems }
}

function readXml(text: string): MarkupFindings {
  const elements: FoundElement[] = []
  const problems: string[] = []
  const parser = new SaxesParser()
  parser.on('error', error => problems.push(error.message))
  parser.on('opentag', ({ name, attributes }) => elements.push({ name, attributes }))
  parser.write(text).close()
  return { elements, problems }
}

/** The parser repairs HTML; every repair counts as a problem, and so does every tag that it had to add. */
function readHtml(text: string): MarkupFindings {
  const elements: FoundElement[] = []
  const problems: string[] = []
  let source = text
  const page = parse(text, {
    sourceCodeLocationInfo: true,
    onParseError: ({ code, startLine }) => problems.push(`${code} in line ${startLine}`),
  })

  function visit(node: DefaultTreeAdapterTypes.Node): void {
    if (defaultTreeAdapter.isElementNode(node)) {
      const { tagName: name, attrs, sourceCodeLocation: location } = node
      elements.push({ name, attributes: Object.fromEntries(attrs.map(({ name, value }) => [name, value])) })
      if (!location?.startTag) problems.push(`<${name}> has no start tag`)
      else if (!location.endTag && !['meta', 'link', 'input'].includes(name)) {
        problems.push(`<${name}> in line ${location.startLine} is not closed`)
      }
      if (location && ['script', 'style'].includes(name)) {
        source = source.replace(text.slice(location.startOffset, location.endOffset), '')
      }
    }
    if ('childNodes' in node) node.childNodes.forEach(visit)
  }
  visit(page)
  const [loose] = looseAmpersand.exec(source) ?? []
  if (loose !== undefined) problems.push(`a loose ${loose}`)
  return { elements, problems }
}
