/** Operating system commands, device strings, control sequences and short escapes; an unterminated string loses only its start. */
const escapes =
  /\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[PX^_][^\x1b]*\x1b\\|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]/g
const lineEnds = /\r\n?|[\u2028\u2029]/g
const controls = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g
/** Characters that change the writing direction, are invisible, or are not allowed in XML. */
const deceptive = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g

const codeOf = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * Returns the text without escape sequences and control characters, except line breaks and tabs. Deceptive characters are
 * replaced by their code, and so is the beginning of a CI runner command.
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
 * CI runners obey `::error` at the beginning of a line, even after blanks, and `##[error]` and `##vso[` anywhere. Once a
 * text is wrapped, any word may begin a line. No command begins with a digit, as in the address `::1`.
 */
const commands = /(?<!\S):(?=:(?!\d))|#(?=#(?:vso)?\[)/g

/** Disables commands of CI runners in a text, however it is wrapped. As part of a JSON string the text keeps its meaning. */
export const withoutCommands = (text: string): string => text.replace(commands, codeOf)

/**
 * A shell script without control characters. Nothing else is removed and no line is added: an escape sequence may contain
 * a quote, and text from the target would then be outside the quotes when someone pastes the script.
 */
export function cleanScript(script: string): string {
  const shown = script.replace(controls, '').replace(deceptive, codeOf).replace(lineEnds, codeOf)
  return withoutCommands(shown.toWellFormed())
}

/** Returns the text in one line, without escape sequences and control characters. */
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

/** Escapes text for XML and HTML, as content or in quotes, without the characters that are forbidden there. */
export function escapeMarkup(text: string): string {
  return clean(text).replace(/[&<>"']/g, character => entities[character] as string)
}
