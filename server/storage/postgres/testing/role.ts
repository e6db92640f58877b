import type { Cluster } from './cluster.js'

/** A new database, and its URL for a role that may do nothing in it but what is granted to `ROLE`. */
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

/** What a server needs, of tables that are created afterwards. */
export const serverGrants = `
  ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ROLE;
  ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT, UPDATE ON SEQUENCES TO ROLE`
