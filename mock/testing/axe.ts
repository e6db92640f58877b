import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Returns all violations that axe finds on a page, or in the element with a selector. */
export async function obstaclesOn(page: Page, selector = ':root'): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(
    `axe.run(${JSON.stringify(selector)}).then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)].join("\\n")))`,
  )
}
