/** Operating system commands, strings of devices, control sequences and short escapes; a string without an end loses its start only. */
const escapes =
  /\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[PX^_][^\x1b]*\x1b\\|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]/g
const lineEnds = /\r\n?|[\u2028\u2029]/g
const controls = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g
/** Turns the direction of writing, is not seen, or can't stand in XML. */
const treacherous = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g

const codeOf = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The text without escape sequences and control characters; line ends and tabs stay, treacherous characters show their code. */
export function clean(text: string): string {
  return text
    .replace(escapes, '')
    .replace(lineEnds, '\n')
    .replace(controls, '')
    .replace(treacherous, codeOf)
    .toWellFormed()
}

/**
 * A shell script without control characters. Nothing else goes and no line is added: an escape sequence may take in a
 * quote, and what a target sent would then stand outside of the quotes of the one who pastes the script.
 */
export function cleanScript(script: string): string {
  return script.replace(controls, '').replace(treacherous, codeOf).replace(lineEnds, codeOf).toWellFormed()
}

/** The text without escape sequences and control characters, in one line. */
export function oneLine(text: string): string {
  return clean(text).replace(/\s+/g, ' ').trim()
}
