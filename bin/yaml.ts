// A separate module, because a bundle lacks the named exports of a CommonJS package that is imported dynamically.
import { Document, visit } from 'yaml'

/** The maximum length, as JSON, of a value on one line. */
const shortest = 95

/** Formats a value as readable YAML: short parts are on one line. */
export function yamlText(value: unknown): string {
  // Readers of YAML 1.1 would take dates without quotes for values of their own.
  const document = new Document(value, { aliasDuplicateObjects: false, compat: 'yaml-1.1' })
  visit(document, {
    Collection(_, node) {
      const text = JSON.stringify(node)
      if (text.length <= shortest && !text.includes('\\n')) node.flow = true
    },
  })
  return document.toString({ lineWidth: 110, indentSeq: false, flowCollectionPadding: false })
}
