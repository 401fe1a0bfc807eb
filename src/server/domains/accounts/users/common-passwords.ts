import file from './common-passwords.txt?raw'

/** In lower case. The license of the list comes first, up to an empty line. */
export const commonPasswords: ReadonlySet<string> = new Set(
  file.slice(file.indexOf('\n\n')).trim().split(/\s/),
)
