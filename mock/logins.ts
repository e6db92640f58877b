/** An account that a client can log in to; its password is known unless it was set as a hash of another kind. */
export interface Login {
  email: string
  password?: string | undefined
}

/** How many accounts a message names. */
const most = 5

/** Log-ins in words: `mira@ribeira.example with mira-demo, grace@...`. */
export function loginsInWords(logins: readonly Login[], separator = ', '): string {
  const shown = logins
    .slice(0, most)
    .map(({ email, password }) => (password === undefined ? email : `${email} with ${password}`))
  const rest = logins.length - shown.length
  return [...shown, ...(rest > 0 ? [`${rest} more`] : [])].join(separator)
}
