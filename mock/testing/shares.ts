import type { Metafile } from 'esbuild'

/** Returns the package of a file in a bundle; for files of this package, its folder. */
export function packageOf(path: string): string {
  const [, name] = [...path.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)/g)].at(-1) ?? []
  if (name !== undefined) return name
  const [, folder] = /\b((?:server\/\w+|fixtures|mock\/vendor\/\w+|mock))[/.]/.exec(path) ?? []
  return folder === undefined ? 'the program itself' : `schedkit: ${folder}`
}

/** Returns the size of each package in a bundle in bytes, largest first. */
export function sharesOf({ outputs }: Metafile): [name: string, bytes: number][] {
  const shares = new Map<string, number>()
  for (const { inputs } of Object.values(outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const name = packageOf(path)
      shares.set(name, (shares.get(name) ?? 0) + bytesInOutput)
    }
  }
  return [...shares].filter(([, bytes]) => bytes > 0).sort(([, one], [, other]) => other - one)
}
