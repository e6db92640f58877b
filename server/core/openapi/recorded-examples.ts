/** Bodies of requests and responses by operation, status and code. */
export const recorded = {}
