import { existsSync } from 'node:fs'
import { installPackages } from './debian.mjs'
import { installPackagesOf } from './game.mjs'

/** Where Debian puts the server. */
const server = '/usr/sbin/mariadbd'
const installer = '/usr/bin/mariadb-install-db'

/** The programs of MariaDB, for tests of the import. @returns {{ server: string, installer: string } | undefined} */
export const findMariadb = () =>
  existsSync(server) && existsSync(installer) ? { server, installer } : undefined

/** Installs MariaDB when it may, and the packages that read it. @returns {boolean} whether both are there */
export const prepareImport = () => {
  if (!findMariadb()) installPackages('MariaDB', 'mariadb-server')
  return installPackagesOf('integrations/import') && findMariadb() !== undefined
}
