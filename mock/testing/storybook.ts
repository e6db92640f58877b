import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { launchChromium, requiredChromium } from './chromium.js'
import { serveSite } from './site.js'

/** Returns what the stories of the docs page show, whether in the page or in frames. */
const shownBy = async (page: Page): Promise<string[]> =>
  (await Promise.all(page.frames().map(frame => frame.locator('.rooms').allTextContents()))).flat().sort()

/** Opens the docs page of a built Storybook on a site. Resolves with what its stories show, once all do or after a minute. */
export async function openDocs(folder: string, stories: number): Promise<string[]> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(file =>
    /\.(?:html|js|json)$/.test(file.name),
  )
  const paths = files.map(({ parentPath, name }) => join(parentPath, name))
  const site = await serveSite(
    Object.fromEntries(paths.map(path => [`/sub/${relative(folder, path)}`, readFileSync(path, 'utf8')])),
  )
  const browser = await launchChromium(requiredChromium())
  try {
    const page = await browser.newPage()
    await page.goto(`${site.url}/sub/iframe.html?viewMode=docs&id=rooms--docs`)
    for (let attempt = 0; attempt < 300; attempt++) {
      const shown = await shownBy(page).catch((): string[] => [])
      if (shown.length >= stories && !shown.includes('Loading')) return shown
      await pause(200)
    }
    return await shownBy(page)
  } finally {
    await browser.close()
    await site.close()
  }
}
