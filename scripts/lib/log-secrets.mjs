import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {{ kind: string, value: string }} Secret */
/** @typedef {{ file: string, line: number, kind: string }} Leak */
/** @typedef {{ kind: string, bytes: Buffer, isWord: boolean }} Needle */

/** Shorter ones (six digits of an authenticator) stand in numbers and words by chance. */
const shortest = 8
/** Up to here a secret counts only where no letter or digit continues it. */
const longestWord = 15
/** A text of fewer different characters (an attack's megabytes of A) tells nobody from anybody. */
const fewestCharacters = 4

/** What no log holds, whoever noted it. @type {readonly Secret[]} */
const always = [
  { kind: 'password', value: '$argon2' },
  { kind: 'data URL', value: ';base64,' },
  { kind: 'token', value: 'Bearer ' },
  { kind: 'cookie', value: 'session=' },
]

/**
 * As it is, within JSON and within an address; mail is sent to the same person in lower case, while the others have
 * another meaning then.
 * @param {Secret} secret @returns {Set<string>}
 */
const spellings = ({ kind, value }) =>
  new Set([
    value,
    ...(kind === 'e-mail address' ? [value.toLowerCase()] : []),
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value.toWellFormed?.() ?? value),
  ])

/** @param {readonly Secret[]} secrets @returns {Needle[]} */
const needlesOf = (secrets) => [
  ...always.map(({ kind, value }) => ({ kind, bytes: Buffer.from(value), isWord: false })),
  ...secrets
    .filter(({ value }) => value.length >= shortest && new Set(value).size >= fewestCharacters)
    .flatMap((secret) =>
      [...spellings(secret)].map((text) => ({
        kind: secret.kind,
        bytes: Buffer.from(text),
        isWord: secret.value.length <= longestWord,
      })),
    ),
]

/** A letter or a digit. @param {number | undefined} byte */
const continues = (byte) =>
  byte !== undefined &&
  ((byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122))

/** Of 20 bits. @param {number} start */
const spread = (start) => Math.imul(start, 0x9e3779b1) >>> 12

/**
 * Answers a search that reads bytes once, however many secrets there are: almost every place is ruled out by its first
 * four bytes.
 * @param {readonly Secret[]} secrets
 * @returns {(file: string, bytes: Buffer) => Leak[]}
 */
export const searchFor = (secrets) => {
  /** @type {Map<number, Needle[]>} */
  const byStart = new Map()
  const mayStart = new Uint8Array(2 ** 20)
  for (const needle of needlesOf(secrets)) {
    const start = needle.bytes.readInt32LE(0)
    byStart.set(start, [...(byStart.get(start) ?? []), needle])
    mayStart[spread(start)] = 1
  }
  return (file, bytes) => {
    /** @type {Leak[]} */
    const leaks = []
    let line = 1
    for (let at = 0; at + 4 <= bytes.length; at += 1) {
      if (bytes[at] === 10) line += 1
      const start = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24)
      if (mayStart[spread(start)] === 0) continue
      const found = byStart.get(start)?.find(({ bytes: wanted, isWord }) => {
        const end = at + wanted.length
        if (bytes.compare(wanted, 0, wanted.length, at, Math.min(end, bytes.length)) !== 0) return false
        return !isWord || !(continues(bytes[at - 1]) || continues(bytes[end]))
      })
      if (found !== undefined) leaks.push({ file, line, kind: found.kind })
    }
    return leaks
  }
}

const kinds = ['password', 'cookie', 'token', 'code', 'e-mail address', 'data URL']
/** The server tests' apps, the sites of attacks and journeys, their databases. */
const writers = ['app-', 'site-', 'postgres-']

/**
 * Searches the logs that a run of tests left in a directory for the secrets that it noted there. A run that noted
 * nothing of a kind, or kept no log of a kind of program, proves nothing, and that is a complaint as well.
 * @param {string} directory
 * @returns {{ complaints: string[], lines: number, secrets: number }}
 */
export const searchLogs = (directory) => {
  const files = readdirSync(directory)
  const secrets = files
    .filter((file) => file.endsWith('.secrets'))
    .flatMap((file) => readFileSync(join(directory, file), 'utf8').trimEnd().split('\n'))
    .map((line) => /** @type {Secret} */ (JSON.parse(line)))
  const logs = files.filter((file) => file.endsWith('.log'))
  const search = searchFor(secrets)
  let lines = 0
  const leaks = logs.flatMap((file) => {
    const bytes = readFileSync(join(directory, file))
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines += 1
    return search(file, bytes)
  })
  const complaints = [
    ...kinds
      .filter((kind) => !secrets.some((secret) => secret.kind === kind && secret.value.length >= shortest))
      .map((kind) => `no ${kind} was noted`),
    ...writers
      .filter(
        (writer) => !logs.some((file) => file.startsWith(writer) && statSync(join(directory, file)).size > 0),
      )
      .map((writer) => `no ${writer}*.log was kept`),
    ...leaks.map(({ file, line, kind }) => `${join(directory, file)}:${line}: a ${kind}`),
  ]
  return { complaints, lines, secrets: secrets.length }
}
