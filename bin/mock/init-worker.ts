import { readFile, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { UsageError } from '../usage-error.js'

const name = 'mockServiceWorker.js'

/**
 * Copies MSW's service worker into the folder that pages are served from: that of the MSW which the project uses, for
 * page and worker must be of one version. Resolves with what it did, to be shown.
 *
 * @throws UsageError where the folder is none, or MSW is not installed
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
  if (before === worker.text) return `${shown} is there already, from msw ${worker.version}.`
  const versionBefore = before === undefined ? undefined : versionOf(before)
  if (before !== undefined && versionBefore === undefined) {
    throw new UsageError(
      `Failed to write ${shown}: there is another file of this name, which is not MSW's. Move it away.`,
    )
  }
  await writeFile(path, worker.text).catch((error: Error) => {
    throw new UsageError(`Failed to write ${shown}: ${error.message}.`)
  })
  return before === undefined
    ? `${shown} is written, from msw ${worker.version}. Commit it with your pages.`
    : `${shown} is replaced: it was from msw ${versionBefore}, and is now from msw ${worker.version}.`
}

/** MSW as a program in a folder would get it; else the one beside this package. */
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

/** The version that a worker's file says it is of; nothing where it is not MSW's. */
const versionOf = (text: string): string | undefined => /PACKAGE_VERSION = '([^']+)'/.exec(text)?.[1]
