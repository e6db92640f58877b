/** What PostgreSQL does not store as text: the zero character and halves of surrogate pairs; and the mark of an escape. */
const unstorable = /[\0\\\uD800-\uDFFF]/

/** A text in a form that PostgreSQL stores; different texts have different forms. */
export const storable = (text: string): string =>
  unstorable.test(text) ? JSON.stringify(text).slice(1, -1) : text

/** The text of which this is the stored form. */
export const restored = (text: string): string => (text.includes('\\') ? JSON.parse(`"${text}"`) : text)

/** The case-insensitive form of an address, by which it is unique. */
export const emailKey = (email: string): string => storable(email.toLowerCase())
