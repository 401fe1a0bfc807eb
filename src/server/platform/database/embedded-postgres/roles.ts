import { Client } from 'pg'
import { grantApplicationRole } from '../application-role.ts'
import type { Passwords } from './cluster.ts'

export const ownerRole = 'vulx_owner'
export const appRole = 'vulx_app'
export const databaseName = 'vulx'

/** Creates the role without superuser rights, or sets its password. */
const ensureRole = async (client: Client, role: string, password: string): Promise<void> => {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role])
  const verb = rowCount ? 'ALTER' : 'CREATE'
  await client.query(`${verb} ROLE ${role} LOGIN PASSWORD ${client.escapeLiteral(password)}`)
}

/**
 * Creates roles and database once. The database is renamed last, so that an interrupted start is repeated and `vulx` is
 * always complete.
 */
export const ensureRoles = async (
  client: Client,
  passwords: Passwords,
  urlOf: (role: string, password: string, database: string) => string,
): Promise<void> => {
  const exists = () => client.query('SELECT FROM pg_database WHERE datname = $1', [databaseName])
  if ((await exists()).rowCount) return
  // The site and a command may both run first.
  await client.query(`SELECT pg_advisory_lock(hashtext('vulx first start'))`)
  try {
    if ((await exists()).rowCount) return
    await ensureRole(client, ownerRole, passwords.owner)
    await ensureRole(client, appRole, passwords.app)
    await client.query('DROP DATABASE IF EXISTS vulx_unfinished')
    await client.query(`CREATE DATABASE vulx_unfinished OWNER ${ownerRole}`)
    await client.query('REVOKE ALL ON DATABASE vulx_unfinished FROM PUBLIC')
    await client.query(`GRANT CONNECT ON DATABASE vulx_unfinished TO ${appRole}`)
    const owner = new Client({ connectionString: urlOf(ownerRole, passwords.owner, 'vulx_unfinished') })
    await owner.connect()
    try {
      await grantApplicationRole(owner, appRole)
    } finally {
      await owner.end()
    }
    await client.query(`ALTER DATABASE vulx_unfinished RENAME TO ${databaseName}`)
  } finally {
    await client.query(`SELECT pg_advisory_unlock(hashtext('vulx first start'))`)
  }
}
