import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Manifest {
  name: string
  version: string
  license: string
}

const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Returns the package URL, by which audits identify a package. */
const urlOf = ({ name, version }: Manifest) => `pkg:npm/${name.replace('@', '%40')}@${version}`

function component(manifest: Manifest, type: 'application' | 'library') {
  const { name, version, license } = manifest
  const purl = urlOf(manifest)
  return { type, 'bom-ref': purl, name, version, purl, licenses: [{ expression: license }] }
}

/**
 * Returns a software bill of materials (CycloneDX 1.6) of the packages of which this one contains parts: they are not among its
 * dependencies, so an audit would not find them.
 *
 * @param folders The folders of the packages.
 */
export function billOfMaterials(folders: Iterable<string>): object {
  const parts = [...new Set(folders)].map(folder => component(manifestIn(folder), 'library'))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: component(manifestIn('.'), 'application') },
    components: parts.sort((one, other) => (one.purl < other.purl ? -1 : 1)),
  }
}
