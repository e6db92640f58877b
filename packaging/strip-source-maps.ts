/**
 * A step of `prepack`: removes the references to source maps that are not part of the package, so that no tool looks for them.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dist } from './bundle.js'

for (const folder of ['fixtures', 'mock', 'server', 'packaging']) {
  for (const entry of readdirSync(dist(folder), { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.js')) continue
    const file = join(entry.parentPath, entry.name)
    const text = readFileSync(file, 'utf8')
    const stripped = text.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n')
    if (stripped !== text) writeFileSync(file, stripped)
  }
}
