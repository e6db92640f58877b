import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds that keeps people from using the page. */
export async function obstaclesOn(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const found = await page.evaluate(
    'axe.run().then(({ violations }) => violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ html }) => html) })))',
  )
  return (found as { id: string; impact: string; nodes: string[] }[])
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.join('\n')}`)
}
