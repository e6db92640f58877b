/** A text behind a label, broken at blanks into lines that fit, the following ones set in. */
export function folded(label: string, text: string, width: number): string {
  const indent = ' '.repeat(Math.min(label.length, 20))
  const lines: string[] = []
  let line = label
  let isEmpty = true
  for (const word of text.split(/\s+/)) {
    if (!isEmpty && line.length + word.length + 1 > width) {
      lines.push(line)
      line = indent
      isEmpty = true
    }
    line += isEmpty ? word : ` ${word}`
    isEmpty = false
  }
  return [...lines, line].join('\n')
}
