// In a module of its own: of a CommonJS package that is imported dynamically, a bundle does not have the names.
import { Document, visit } from 'yaml'

/** What is not longer, as JSON, is on one line. */
const shortest = 95

/** A value as YAML that people like to read: short parts are on one line. */
export function yamlText(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false })
  visit(document, {
    Collection(_, node) {
      const text = JSON.stringify(node)
      if (text.length <= shortest && !text.includes('\\n')) node.flow = true
    },
  })
  return document.toString({ lineWidth: 110, indentSeq: false, flowCollectionPadding: false })
}
