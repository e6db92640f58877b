import type { Ports, Settings } from '../../server/core/index.js'
import type { RateWindow } from '../../server/core/rate.js'
import type { Alter } from '../server/parts.js'

/** Replaces parts of a port: `store`, `clock`, `passwords`, `mailer`, `ids`. */
export const port =
  <Name extends keyof Ports>(name: Name, change: (usual: Ports[Name]) => Partial<Ports[Name]>): Alter =>
  parts => ({
    ...parts,
    ports: { ...parts.ports, [name]: { ...parts.ports[name], ...change(parts.ports[name]) } },
  })

/** Chooses otherwise what the document leaves to whoever runs the service. */
export const settings =
  (change: Partial<Settings>): Alter =>
  parts => ({ ...parts, settings: { ...parts.settings, ...change } })

/** Counts requests otherwise. */
export const rate =
  (change: (usual: RateWindow) => Partial<RateWindow>): Alter =>
  parts => ({ ...parts, rate: { ...parts.rate, ...change(parts.rate) } })
