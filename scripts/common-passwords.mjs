// Writes src/server/domains/accounts/users/common-passwords.txt out of an unpacked @zxcvbn-ts/language-common 3.0.4 (MIT):
//   npm pack @zxcvbn-ts/language-common@3.0.4 && tar xzf zxcvbn-ts-language-common-3.0.4.tgz
//   node scripts/common-passwords.mjs package
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { root } from './lib/root.mjs'

const source = resolve(process.argv[2] ?? 'package')
const { dictionary } = createRequire(import.meta.url)(join(source, 'dist/index.js'))
// In order of frequency. No account has a shorter one.
const passwords = dictionary.passwords.filter((word) => /^[!-~]{6,128}$/.test(word) && !/[`\\$]/.test(word))

const lines = ['']
for (const word of passwords.slice(0, 10_000)) {
  if (lines.at(-1).length + word.length > 118) lines.push('')
  lines[lines.length - 1] += `${lines.at(-1) === '' ? '' : ' '}${word}`
}
const license = readFileSync(join(source, 'LICENSE.txt'), 'utf8').trim()
const header = `The 10,000 commonest passwords of at least 6 characters, the commonest first, written by scripts/common-passwords.mjs
out of @zxcvbn-ts/language-common 3.0.4, which is:

${license}`
const comment = header.replaceAll(/^/gm, '# ').replaceAll(/ +$/gm, '')
writeFileSync(
  join(root, 'src/server/domains/accounts/users/common-passwords.txt'),
  `${comment}\n\n${lines.join('\n')}\n`,
)
