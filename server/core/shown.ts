/** A value as a message shows it: JSON, cut to one short line. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = JSON.stringify(value) ?? String(value)
  const characters = [...text]
  return characters.length <= 60 ? text : `${characters.slice(0, 57).join('')}...`
}
