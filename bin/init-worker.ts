import { readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { UsageError } from './errors.js'

const name = 'mockServiceWorker.js'

/** The worker of the MSW copy that the mock bundles for pages: page and worker must have the same version. */
const workerFile = new URL(`../mock/vendor/${name}`, import.meta.url)

/**
 * Copies MSW's service worker to the folder that pages are served from. Resolves with a message for the user.
 *
 * @throws UsageError if the folder does not exist or the file cannot be written
 */
export async function initWorker(
  folder: string,
  { cwd = process.cwd() }: { cwd?: string } = {},
): Promise<string> {
  const text = await readFile(workerFile, 'utf8')
  const version = findVersion(text)
  const target = resolve(cwd, folder)
  const found = await stat(target).catch(() => undefined)
  if (!found?.isDirectory()) {
    const reason = found
      ? `${folder} is a file. Name`
      : `there is no folder ${folder} in ${cwd}. Make it, or name`
    throw new UsageError(`Failed to write ${name}: ${reason} the folder that your pages are served from.`)
  }
  const shown = join(folder, name)
  const path = join(target, name)
  const before = await readFile(path, 'utf8').catch(() => undefined)
  if (before === text) return `${shown} is up to date with msw ${version}.`
  const versionBefore = before === undefined ? undefined : findVersion(before)
  if (before !== undefined && versionBefore === undefined) {
    throw new UsageError(
      `Failed to write ${shown}: a file of this name exists, and it is not MSW's. Move it away.`,
    )
  }
  await writeFile(path, text).catch((error: Error) => {
    throw new UsageError(`Failed to write ${shown}: ${error.message}.`)
  })
  return before === undefined
    ? `Created ${shown} from msw ${version}. Commit it with your pages.`
    : `Updated ${shown} from msw ${versionBefore} to msw ${version}.`
}

/** Finds the version in a worker's file; undefined if it is not MSW's. */
const findVersion = (text: string): string | undefined => /PACKAGE_VERSION = '([^']+)'/.exec(text)?.[1]
