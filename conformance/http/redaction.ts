/**
 * The minimum length of a secret to hide: shorter ones, and blanks, occur in other texts by chance, so they are hidden only
 * as values of password members.
 */
const least = 4

const passwordMember = /("(?:new_)?password"\s*:\s*)"(?:[^"\\]|\\.)*"/gi

/** Removes secrets from texts. */
export interface Redaction {
  /** Replaces this text by `[name]` from now on. */
  hide(secret: string, name: string): void
  /** Hides the value of an Authorization header, which a response may echo. */
  hideHeader(value: string, name: string): void
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
      const inJson = JSON.stringify(secret).slice(1, -1)
      // Some languages also escape slashes and non-ASCII characters.
      const inAscii = inJson
        .replaceAll('/', '\\/')
        .replace(/[\u0080-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      const inBase64 = Buffer.from(secret).toString('base64')
      for (const form of [secret, inJson, inAscii, encodeURIComponent(secret), inBase64]) add(form, name)
    },
    hideHeader(value: string, name: string): void {
      const encoded = value.replace(/^\S+\s+/, '')
      if (encoded.length >= 2 * least && !hidden.has(encoded)) add(encoded, name)
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
