import type { Cluster } from './cluster.js'

/** Creates a database, and returns its URL for a role that may only do what is granted to `ROLE`. */
export function withRole(cluster: Cluster, granted: string): { owner: string; url: string } {
  const owner = cluster.database()
  const url = new URL(owner)
  url.username = `role_of_${url.pathname.slice(1)}`
  url.password = 'secret'
  cluster.run(
    owner,
    `CREATE ROLE ${url.username} LOGIN PASSWORD 'secret'; ${granted.replaceAll('ROLE', url.username)}`,
  )
  return { owner, url: url.href }
}

/** The privileges that a server needs on tables created afterwards. */
export const serverGrants = `
  ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ROLE;
  ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT, UPDATE ON SEQUENCES TO ROLE`
