/** "5 characters", and of what where it is always the same: `5 characters "é"`. */
export function counted(text: string): string {
  const characters = [...text]
  const [first = ''] = characters
  const alike = characters.length > 1 && characters.every(character => character === first)
  return `${characters.length} character${characters.length === 1 ? '' : 's'}${alike ? ` "${first}"` : ''}`
}
