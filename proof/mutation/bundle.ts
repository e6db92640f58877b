import { join, relative, sep } from 'node:path'
import { build } from 'esbuild'
import { coreFolder } from './instrument.js'

/** Makes one script of the subject, with these files in place of those of the core. */
export async function bundle(root: string, files: ReadonlyMap<string, string>): Promise<string> {
  const core = coreFolder(root)
  const built = await build({
    entryPoints: [join(root, 'proof', 'mutation', 'subject.ts')],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'silent',
    plugins: [
      {
        name: 'instrumented core',
        setup({ onLoad }) {
          onLoad({ filter: /\.ts$/ }, ({ path }) => {
            const contents = files.get(relative(core, path).split(sep).join('/'))
            return contents === undefined ? undefined : { contents, loader: 'ts' }
          })
        },
      },
    ],
  })
  return built.outputFiles[0]?.text ?? ''
}

/**
 * The same script without the counting of what is passed: that takes two thirds of its time, and only the measurement of the
 * coverage needs it.
 */
export const uncounted = (script: string): string =>
  script.replace(/\bstryCov_9fa48\d*\((?:"\d+"(?:, )?)+\)/g, '0')
