import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { type Callback, suite, type Test } from 'uvu'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
/** The same engine without windows, which takes half of the CPU time. It has no back/forward cache. */
const headlessShell = 'chromium-headless-shell'

/** The Chromium executable: that in `CHROMIUM`, or the first one in the path; the headless shell is preferred if it suffices. */
export function findChromium({ shell = true } = {}): string | undefined {
  const { CHROMIUM, PATH = '' } = process.env
  if (CHROMIUM) return CHROMIUM
  const folders = PATH.split(delimiter).filter(folder => folder !== '')
  const paths = (shell ? [headlessShell, ...names] : names).flatMap(name =>
    folders.map(folder => join(folder, name)),
  )
  return paths.find(isProgram)
}

/** @throws an Error if there is none */
export function requiredChromium(): string {
  const executable = findChromium()
  if (executable === undefined) throw new Error(missing)
  return executable
}

const missing = 'Failed to find Chromium. Install it, or set CHROMIUM to its path.'

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts a headless Chromium; its back/forward cache is enabled, as it is for users. */
export const launchChromium = (executablePath: string, more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [...flags, ...more],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })

/** The context of a test in a browser. */
export interface Opened {
  browser: Browser
  /** A profile for all tests of a file; tabs are closed after each test, and each tab has its own session storage. */
  context: BrowserContext
}

/** The flags of a browser that can only reach this machine. */
export const offline = ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1']

/**
 * Creates a suite of tests in a browser; `shell` says whether the headless shell suffices. Without a browser, they are skipped with
 * a message; with `SCHEDKIT_BROWSER=required`, they fail.
 */
export function browserSuite(
  title: string,
  { flags = [], shell = true }: { flags?: readonly string[]; shell?: boolean } = {},
): Test<Opened> {
  const test = withLoudSetup(suite<Opened>(title))
  const executable = findChromium({ shell })
  if (executable !== undefined) {
    test.before(async opened => {
      opened.browser = await launchChromium(executable, flags)
      opened.context = await opened.browser.newContext()
    })
    test.after.each(async ({ context }) => {
      for (const page of context?.pages() ?? []) await page.close().catch(() => {})
    })
    // Undefined if the browser could not be started.
    test.after(async ({ browser }) => browser?.close())
    return test
  }
  const missing = 'no Chromium found; set CHROMIUM=/path'
  if (process.env.SCHEDKIT_BROWSER === 'required') {
    test('a browser is there', () => {
      throw new Error(`Failed to test "${title}" in a browser: ${missing}.`)
    })
  } else {
    process.stdout.write(`"${title}" skipped: ${missing}\n`)
  }
  return Object.assign(test.skip.bind(test), test) as Test<Opened>
}

/** Makes each test fail with the error of the set-up, because uvu reports a suite whose set-up threw as passed. */
function withLoudSetup<Context>(test: Test<Context>): Test<Context> {
  const { before } = test
  const thrown: unknown[] = []
  before.each(() => {
    for (const error of thrown) throw error
  })
  test.before = Object.assign(
    (setUp: Callback<Context>) =>
      before(async context => {
        try {
          await setUp(context)
        } catch (error) {
          thrown.push(error)
        }
      }),
    before,
  )
  return test
}

/** Collects the errors, warnings and dialogs of a page. */
export function listenTo(page: Page): { errors: string[]; warnings: string[]; dialogs: string[] } {
  const heard = { errors: [] as string[], warnings: [] as string[], dialogs: [] as string[] }
  page.on('pageerror', error => heard.errors.push(String(error)))
  page.on('console', message => {
    // Chromium logs each response with an error status, which the page may expect.
    const isOfAnswer = message.text().startsWith('Failed to load resource: the server responded')
    if (message.type() === 'error' && !isOfAnswer) heard.errors.push(message.text())
    if (message.type() === 'warning') heard.warnings.push(message.text())
  })
  page.on('dialog', dialog => {
    heard.dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  return heard
}
