import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, type Metafile } from 'esbuild'

/** The root of the build that is running, wherever it was put. */
const root = fileURLToPath(new URL('../../', import.meta.url))

interface PackageJson {
  exports: Record<string, string | Record<string, string>>
}

/** What a bundler for browsers takes of the conditions of an export. */
const conditions = ['browser', 'module', 'import', 'default']

/** Where each door of the package leads in a browser, by its own package.json, in the build that is running. */
function doors(): Record<string, string> {
  const { exports }: PackageJson = JSON.parse(readFileSync('package.json', 'utf8'))
  return Object.fromEntries(
    Object.entries(exports).map(([door, target]) => {
      const path =
        typeof target === 'string'
          ? target
          : Object.entries(target).find(([condition]) => conditions.includes(condition))?.[1]
      return [door.replace(/^\./, 'schedkit'), (path ?? '').replace(/^\.\/dist\//, root)]
    }),
  )
}

export interface Bundle {
  text: string
  metafile: Metafile
}

/** What a bundler makes of a program for browsers that imports doors of the package by name. */
export const bundle = (code: string, options: BuildOptions = {}): Promise<Bundle> =>
  run({ stdin: { contents: code, resolveDir: root, loader: 'ts', sourcefile: 'program.ts' }, ...options })

/** What a bundler makes of a file of the build that is running. */
export const bundleFile = (url: URL, options: BuildOptions = {}): Promise<Bundle> =>
  run({ entryPoints: [fileURLToPath(url)], ...options })

async function run(options: BuildOptions): Promise<Bundle> {
  const { outputFiles = [], metafile } = await build({
    alias: doors(),
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
