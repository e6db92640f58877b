import type { View } from './times.js'

export const tabs = ['timeline', 'requests', 'mails', 'controls', 'report'] as const
export type Tab = (typeof tabs)[number]

/** The view state of the console. */
export interface Shown {
  tab: Tab
  view: View
  /** A day such as `2026-11-25`; by default that of the service's clock. */
  date?: string | undefined
  schedule?: string | undefined
  as?: string | undefined
}

const isOneOf = <Value extends string>(all: readonly Value[], text: string | null): text is Value =>
  all.includes(text as Value)

/** Parses a fragment such as `#timeline?view=week&as=mira@ribeira.example`. */
export function readShown(hash: string): Shown {
  const [tab = '', query = ''] = hash.slice(1).split('?')
  const given = new URLSearchParams(query)
  const [view, date] = [given.get('view'), given.get('date')]
  return {
    tab: isOneOf(tabs, tab) ? tab : 'timeline',
    view: isOneOf(['day', 'week', 'month'], view) ? view : 'week',
    date: date !== null && /^\d{4}-\d\d-\d\d$/.test(date) ? date : undefined,
    schedule: given.get('schedule') ?? undefined,
    as: given.get('as') ?? undefined,
  }
}

/** Formats the fragment that `readShown` parses. */
export function writeShown({ tab, ...rest }: Shown): string {
  const given = Object.entries(rest).filter(([, value]) => value !== undefined) as [string, string][]
  return `#${tab}?${new URLSearchParams(given)}`
}

/** Returns the token in a fragment such as `#token=...`. */
export const tokenIn = (hash: string) => new URLSearchParams(hash.slice(1)).get('token') ?? undefined

/** Returns the link to the console of a session. `base` is the URL of the service, or of one of its sessions. */
export const sessionConsole = (base: string, session: string, token: string) =>
  `${base.replace(/\/_session\/[^/]+$/, '')}/_session/${session}/_console#token=${encodeURIComponent(token)}`
