// In a module of its own: of a CommonJS package that is imported dynamically, a bundle does not have the names.
import { stringify } from 'yaml'

/** A value as YAML that people like to read. */
export const yamlText = (value: unknown): string =>
  stringify(value, { aliasDuplicateObjects: false, lineWidth: 110 })
