// In a module of its own: of a CommonJS package that is imported dynamically, a bundle does not have the names.
export { stringify } from 'yaml'
