/** What a check holds while it runs: `true` for itself alone, `false` together with others. */
export type Holds = ReadonlyMap<string, boolean>

/** Whether two checks may run at the same time. */
export function areCompatible(a: Holds, b: Holds): boolean {
  for (const [name, alone] of a) {
    const other = b.get(name)
    if (other !== undefined && (alone || other)) return false
  }
  return true
}
