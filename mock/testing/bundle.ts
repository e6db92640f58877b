import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, type Metafile } from 'esbuild'

/** The root of the running build. */
const root = fileURLToPath(new URL('../../', import.meta.url))

interface PackageJson {
  exports: Record<string, string | Record<string, string>>
}

/** The export conditions that a bundler for browsers uses. */
const conditions = ['browser', 'module', 'import', 'default']

/** The file of each entry point of the package in a browser, by its package.json, in the running build. */
function entryPoints(): Record<string, string> {
  const { exports }: PackageJson = JSON.parse(readFileSync('package.json', 'utf8'))
  return Object.fromEntries(
    Object.entries(exports).map(([entryPoint, target]) => {
      const path =
        typeof target === 'string'
          ? target
          : Object.entries(target).find(([condition]) => conditions.includes(condition))?.[1]
      return [entryPoint.replace(/^\./, 'schedkit'), (path ?? '').replace(/^\.\/dist\//, root)]
    }),
  )
}

export interface Bundle {
  text: string
  metafile: Metafile
}

/** Bundles a program for browsers that imports entry points of the package by name. */
export const bundle = (code: string, options: BuildOptions = {}): Promise<Bundle> =>
  run({ stdin: { contents: code, resolveDir: root, loader: 'ts', sourcefile: 'program.ts' }, ...options })

/** Bundles a file of the running build. */
export const bundleFile = (url: URL, options: BuildOptions = {}): Promise<Bundle> =>
  run({ entryPoints: [fileURLToPath(url)], ...options })

async function run(options: BuildOptions): Promise<Bundle> {
  const { outputFiles = [], metafile } = await build({
    alias: entryPoints(),
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    legalComments: 'none',
    logLevel: 'silent',
    metafile: true,
    write: false,
    outdir: root,
    ...options,
  })
  return { text: outputFiles[0]?.text ?? '', metafile: metafile as Metafile }
}
