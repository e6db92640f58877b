/** Removes the oldest entry if there are more than `most`. */
export function forgetOldest<Key>(kept: Map<Key, unknown> | Set<Key>, most: number): void {
  if (kept.size > most) kept.delete(kept.keys().next().value as Key)
}
