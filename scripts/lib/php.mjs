import { spawnSync } from 'node:child_process'
import { installPackages } from './debian.mjs'

const isUsable = (program) =>
  spawnSync(program, ['-r', 'exit(PHP_VERSION_ID >= 80100 && extension_loaded("curl") ? 0 : 1);']).status ===
  0

/** PHP 8.1 or newer with curl, for the tests of the PHP package. @returns {string | undefined} */
export const findPhp = () =>
  [process.env.PHP_PATH, 'php', '/usr/bin/php'].find((program) => program && isUsable(program))

/** As `findPhp`; installs Debian's packages when it may. @returns {string | undefined} */
export const php = () => {
  const found = findPhp()
  if (found) return found
  installPackages('PHP', 'php-cli', 'php-curl')
  return findPhp()
}
