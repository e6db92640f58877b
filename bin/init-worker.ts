import { readFile, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { UsageError } from './errors.js'

const name = 'mockServiceWorker.js'

/**
 * Copies MSW's service worker into the folder that pages are served from. It takes the project's own MSW, because page
 * and worker must have the same version. Resolves with a message for the user.
 *
 * @throws UsageError if the folder does not exist, or MSW is not installed
 */
export async function initWorker(
  folder: string,
  { cwd = process.cwd() }: { cwd?: string } = {},
): Promise<string> {
  const worker = await readWorker(cwd)
  const target = resolve(cwd, folder)
  const found = await stat(target).catch(() => undefined)
  if (!found?.isDirectory()) {
    const reason = found ? `${folder} is a file` : `there is no folder ${folder} in ${cwd}`
    throw new UsageError(
      `Failed to write ${name}: ${reason}. Name the folder that your pages are served from, such as public.`,
    )
  }
  const shown = join(folder, name)
  const path = join(target, name)
  const before = await readFile(path, 'utf8').catch(() => undefined)
  if (before === worker.text) return `${shown} is up to date with msw ${worker.version}.`
  const versionBefore = before === undefined ? undefined : versionOf(before)
  if (before !== undefined && versionBefore === undefined) {
    throw new UsageError(
      `Failed to write ${shown}: a file of this name exists, and it is not MSW's. Move it away.`,
    )
  }
  await writeFile(path, worker.text).catch((error: Error) => {
    throw new UsageError(`Failed to write ${shown}: ${error.message}.`)
  })
  return before === undefined
    ? `Created ${shown} from msw ${worker.version}. Commit it with your pages.`
    : `Updated ${shown} from msw ${versionBefore} to msw ${worker.version}.`
}

/** The worker of the MSW that the project in a folder uses, or else of the one installed with this package. */
async function readWorker(cwd: string): Promise<{ text: string; version: string | undefined }> {
  for (const from of [join(cwd, 'package.json'), import.meta.url]) {
    const path = resolvedFrom(from)
    if (path === undefined) continue
    const text = await readFile(path, 'utf8')
    return { text, version: versionOf(text) }
  }
  throw new UsageError(
    `Failed to find ${name}: msw is not installed. Install it: npm install --save-dev msw.`,
  )
}

function resolvedFrom(from: string): string | undefined {
  try {
    return createRequire(from).resolve(`msw/${name}`)
  } catch {
    return undefined
  }
}

/** The version in a worker's file; undefined if it is not MSW's. */
const versionOf = (text: string): string | undefined => /PACKAGE_VERSION = '([^']+)'/.exec(text)?.[1]
