// The API reference: loaded for the first request.

export { referencePage } from './page.js'
export { style } from './style.js'
