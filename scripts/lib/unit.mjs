import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * One value as systemd reads it: words in quotes belong together, a backslash in double quotes or outside escapes.
 * @param {string} text @returns {string[]}
 */
const words = (text) => {
  const found = []
  let word = ''
  let begun = false
  let quote = ''
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (sign === '\\' && quote !== "'" && at + 1 < text.length) {
      at += 1
      word += text[at]
      begun = true
    } else if (quote !== '') {
      if (sign === quote) quote = ''
      else word += sign
    } else if (sign === '"' || sign === "'") {
      quote = sign
      begun = true
    } else if (/\s/.test(sign)) {
      if (begun) found.push(word)
      word = ''
      begun = false
    } else {
      word += sign
      begun = true
    }
  }
  if (begun) found.push(word)
  return found
}

/** Lines without comments; one that ends with a backslash goes on. @param {string} text */
const lines = (text) =>
  text
    .replaceAll(/^\s*[#;].*$/gm, '')
    .replaceAll(/\\\n/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** @param {string} pair @returns {[string, string]} */
const split = (pair) => [pair.slice(0, pair.indexOf('=')).trim(), pair.slice(pair.indexOf('=') + 1).trim()]

/**
 * An EnvironmentFile: NAME=value, where a value without quotes may hold spaces and `#`.
 * @param {string} text @returns {Record<string, string>}
 */
export const environmentFile = (text) =>
  Object.fromEntries(
    lines(text)
      .filter((line) => line.includes('='))
      .map((line) => {
        const [name, value] = split(line)
        return [name, /^["']/.test(value) ? words(value).join(' ') : value.replaceAll(/\\(.)/g, '$1')]
      }),
  )

/**
 * What a unit says about a process: whose it is, where it stands, and its environment, files included.
 * @param {string} path @throws when a file that the unit names is not there
 */
export const readUnit = (path) => {
  const dropIns = `${path}.d`
  const files = existsSync(dropIns)
    ? readdirSync(dropIns)
        .filter((name) => name.endsWith('.conf'))
        .sort()
        .map((name) => join(dropIns, name))
    : []
  const unit = {
    user: 'root',
    group: '',
    directory: '/',
    /** @type {Record<string, string>} */ environment: {},
  }
  const environmentFiles = []
  for (const line of [path, ...files].flatMap((file) => lines(readFileSync(file, 'utf8')))) {
    const [name, value] = split(line)
    if (name === 'User') unit.user = value
    else if (name === 'Group') unit.group = value
    else if (name === 'WorkingDirectory') unit.directory = value
    else if (name === 'Environment')
      Object.assign(unit.environment, Object.fromEntries(words(value).map(split)))
    else if (name === 'EnvironmentFile') environmentFiles.push(value)
  }
  for (const file of environmentFiles) {
    const isOptional = file.startsWith('-')
    const name = isOptional ? file.slice(1) : file
    if (isOptional && !existsSync(name)) continue
    Object.assign(unit.environment, environmentFile(readFileSync(name, 'utf8')))
  }
  return unit
}
