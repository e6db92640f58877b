// What a mutant is tried in: the core, over the rows of the mock.

export { createMockStore } from '../../mock/store/index.js'
export { createService } from '../../server/core/index.js'
