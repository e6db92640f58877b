/** Characters that PostgreSQL cannot store in text: the zero character and unpaired surrogates; and the escape character. */
const unstorable = /[\0\\\uD800-\uDFFF]/

/** Converts a text into a form that PostgreSQL can store; different texts have different forms. */
export const storable = (text: string): string =>
  unstorable.test(text) ? JSON.stringify(text).slice(1, -1) : text

/** Restores a text from its stored form. */
export const restored = (text: string): string => (text.includes('\\') ? JSON.parse(`"${text}"`) : text)

/** Returns the case-insensitive form of an address, which is unique. */
export const emailKey = (email: string): string => storable(email.toLowerCase())
