import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, type Metafile } from 'esbuild'

/** Returns the absolute path of a file in dist. */
export const dist = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** Returns the folders of the packages of which a bundle contains parts. */
function packagesIn({ outputs }: Metafile): string[] {
  const files = Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs))
  const used = files.filter(([, { bytesInOutput }]) => bytesInOutput > 0)
  return [...new Set(used.flatMap(([path]) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []))]
}

/** Reads the licence of an installed package from its file, or else from its package.json. */
function readLicence(folder: string): string {
  const file = readdirSync(folder).find(each => /^licen[cs]e/i.test(each))
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const text = file
    ? readFileSync(join(folder, file), 'utf8').trim()
    : `License: ${license}\nAuthor: ${author?.name ?? author}`
  return `${name} ${version}\n\n${text}\n`
}

/**
 * Bundles entry points into a folder of dist, and writes the licences of the bundled packages to a file there. Resolves to
 * the folders of these packages.
 *
 * @param entryPoints The module of each bundle, by the name of the bundle.
 * @param options The options of esbuild, and `licences`, the name of the file; omit it if the bundles contain no packages.
 */
export async function bundle(
  folder: string,
  entryPoints: Record<string, string>,
  options: BuildOptions & { licences?: string },
): Promise<string[]> {
  const { licences, ...rest } = options
  const { metafile } = await build({
    entryPoints,
    outdir: dist(folder),
    bundle: true,
    target: 'es2023',
    legalComments: 'none',
    metafile: true,
    ...rest,
  })
  const packages = packagesIn(metafile as Metafile).sort()
  if (licences !== undefined) {
    const texts = packages.map(readLicence)
    writeFileSync(join(dist(folder), licences), texts.join(`\n${'-'.repeat(80)}\n\n`))
  }
  return packages
}
