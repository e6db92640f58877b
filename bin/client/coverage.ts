import { operationIds, type WorldExchange } from '../../mock/serve/index.js'

/** What a suite of tests never met without a world, in words. */
export function neverMet(exchanges: readonly WorldExchange[]): {
  operations: string[]
  situations: string[]
} {
  const called = new Set(exchanges.map(({ operation }) => operation))
  const situations: Record<string, (exchange: WorldExchange) => boolean> = {
    'wrong credentials (401)': ({ status }) => status === 401,
    'a role that is not enough (403)': ({ status }) => status === 403,
    'an object that is not there (404)': ({ status }) => status === 404,
    'a name or address that is taken (409)': ({ status }) => status === 409,
    'a value that is refused (422)': ({ status }) => status === 422,
    'the rate limit (429)': ({ status }) => status === 429,
    'a second page': ({ method, target }) => method === 'GET' && /[?&]offset=[1-9]/.test(target),
    'the link of an e-mail': ({ target }) => /\/activations\//.test(target),
  }
  return {
    operations: operationIds.filter(id => !called.has(id)),
    situations: Object.keys(situations).filter(name => !exchanges.some(situations[name] as () => boolean)),
  }
}
