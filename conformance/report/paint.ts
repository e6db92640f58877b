const codes = {
  red: 31,
  green: 32,
  yellow: 33,
  blue: 34,
  magenta: 35,
  cyan: 36,
  dim: 2,
  bold: 1,
} as const

export type Style = keyof typeof codes
export type Paint = (text: string, ...styles: readonly Style[]) => string

/** Paints with escape codes, or leaves text as it is. */
export function createPaint(colour: boolean): Paint {
  if (!colour) return text => text
  return (text, ...styles) =>
    text.trim() === '' || styles.length === 0
      ? text
      : `\x1b[${styles.map(style => codes[style]).join(';')}m${text}\x1b[0m`
}
