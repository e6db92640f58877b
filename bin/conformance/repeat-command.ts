import type { ExploreCommandOptions } from './explore-options.js'

const quoted = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)

/** A password is shown as it was given only where that is the name of a variable. */
const account = (text: string) => (/:\$\w+$/.test(text) ? text : `${text.split(':')[0]}:$PASSWORD`)

/** The command line that takes just one walk again. No password and no token is in it. */
export function repeatCommand(options: ExploreCommandOptions, replay: string): string {
  const { url, target, setup, control, controlToken, owner, schedule, member, disposable } = options
  const { allow, strict, insecure } = options
  const several = (name: string, values: readonly string[]) => values.flatMap(value => [name, value])
  const one = (name: string, value: string | undefined) => (value === undefined ? [] : [name, value])
  return [
    'schedkit conformance explore',
    ...(url === undefined ? [] : [url]),
    ...one('--target', target),
    ...one('--setup', setup),
    ...one('--control', control),
    ...one('--control-token', controlToken && '$CONTROL_TOKEN'),
    ...one('--owner', owner && account(owner)),
    ...several('--schedule', schedule),
    ...several('--member', member.map(account)),
    ...several('--disposable', disposable.map(account)),
    ...several('--allow', allow),
    ...(strict ? ['--strict'] : []),
    ...(insecure ? ['--insecure'] : []),
    '--replay',
    replay,
  ]
    .map((word, index) =>
      index === 0 ? word : word === '$CONTROL_TOKEN' ? '"$CONTROL_TOKEN"' : quoted(word),
    )
    .join(' ')
}
