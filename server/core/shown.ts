/** A value as a message shows it: JSON, cut to one short line. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  // Of a long text only the beginning is looked at: it may be as long as a body.
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, 200) : value) ?? String(value)
  const characters = [...text]
  return characters.length <= 60 ? text : `${characters.slice(0, 57).join('')}...`
}
