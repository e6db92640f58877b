/**
 * The minimum length of a secret to hide: shorter ones, and blanks, occur in other texts by chance, so they are hidden only
 * as values of password members.
 */
const least = 4

const passwordMember = /("(?:new_)?password"\s*:\s*)"(?:[^"\\]|\\.)*"/gi

/** The minimum lengths of the value of a header, and of a part of it. */
const leastValue = { whole: 6, part: 8 }

/** Returns the forms in which a response may contain a text. */
function formsOf(text: string): string[] {
  const inJson = JSON.stringify(text).slice(1, -1)
  // Some languages also escape slashes and non-ASCII characters.
  const inAscii = inJson
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return [text, inJson, inAscii, encodeURIComponent(text), Buffer.from(text).toString('base64')]
}

/** Removes secrets from texts. */
export interface Redaction {
  /** Replaces this text by `[name]` from now on. */
  hide(secret: string, name: string): void
  /** Hides the value of an Authorization header, which a response may echo. */
  hideHeader(value: string, name: string): void
  /** Hides the value of any other header, and its parts, such as those of cookies. */
  hideValue(value: string, name: string): void
  clean(text: string): string
  /** The passwords, for the check that no response contains one. */
  readonly secrets: readonly string[]
}

export function createRedaction(): Redaction {
  const hidden = new Map<string, string>()
  const secrets = new Set<string>()
  let list: readonly string[] = []
  let forms: [string, string][] = []
  const add = (form: string, name: string) => {
    hidden.set(form, `[${name}]`)
    forms = [...hidden].sort(([a], [b]) => b.length - a.length)
  }

  return {
    hide(secret: string, name: string): void {
      // Blanks occur everywhere, as in indented JSON.
      if (secret.length < least || secret.trim() === '' || secrets.has(secret)) return
      secrets.add(secret)
      list = [...secrets]
      for (const form of formsOf(secret)) add(form, name)
    },
    hideHeader(value: string, name: string): void {
      const encoded = value.replace(/^\S+\s+/, '')
      if (encoded.length >= 2 * least && !hidden.has(encoded)) add(encoded, name)
    },
    hideValue(value: string, name: string): void {
      const parts = value.split(/[\s;,=]+/).filter(part => part.length >= leastValue.part)
      const whole = value.trim()
      for (const text of [...(whole.length >= leastValue.whole ? [whole] : []), ...parts])
        for (const form of formsOf(text)) add(form, name)
    },
    clean(text: string): string {
      let cleaned = text.replace(passwordMember, '$1"[password]"')
      for (const [form, name] of forms) cleaned = cleaned.replaceAll(form, name)
      return cleaned
    },
    get secrets(): readonly string[] {
      return list
    },
  }
}
