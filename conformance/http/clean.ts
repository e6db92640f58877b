/** Operating system commands, device strings, control sequences and short escapes; an unterminated string loses only its start. */
const escapes =
  /\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[PX^_][^\x1b]*\x1b\\|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]/g
const lineEnds = /\r\n?|[\u2028\u2029]/g
const controls = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g
/** Changes the writing direction, is invisible, or is not allowed in XML. */
const deceptive = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g

const codeOf = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * The text without escape sequences and control characters; line breaks and tabs stay. Deceptive characters show their
 * code, and so does what would begin a command of a CI runner.
 */
export function clean(text: string): string {
  const shown = text
    .replace(escapes, '')
    .replace(lineEnds, '\n')
    .replace(controls, '')
    .replace(deceptive, codeOf)
    .toWellFormed()
  return withoutCommands(shown)
}

/**
 * CI runners obey `::error` at the beginning of a line, also after blanks, and `##[error]` and `##vso[` anywhere. Any word may
 * begin a line once a text is wrapped. No command begins with a digit, as the address `::1` does.
 */
const commands = /(?<!\S):(?=:(?!\d))|#(?=#(?:vso)?\[)/g

/** A text that has no command of a CI runner, however it is wrapped. As part of a JSON string it means the same. */
export const withoutCommands = (text: string): string => text.replace(commands, codeOf)

/**
 * A shell script without control characters. Nothing else is removed and no line is added: an escape sequence may contain
 * a quote, and text from the target would then be outside the quotes when someone pastes the script.
 */
export function cleanScript(script: string): string {
  const shown = script.replace(controls, '').replace(deceptive, codeOf).replace(lineEnds, codeOf)
  return withoutCommands(shown.toWellFormed())
}

/** The text without escape sequences and control characters, in one line. */
export function oneLine(text: string): string {
  return clean(text).replace(/\s+/g, ' ').trim()
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text for XML and HTML, as content or in quotes: escaped, and without the characters that are forbidden there. */
export function escapeMarkup(text: string): string {
  return clean(text).replace(/[&<>"']/g, character => entities[character] as string)
}
