import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {{ kind: string, value: string }} Secret */
/** @typedef {{ text: string, kind: string, isWord: boolean }} Needle */

/** Shorter secrets (six digits of an authenticator) occur in numbers and words by chance. */
const minLength = 8
/** Up to this length a hit counts only where no letter or digit continues it. */
const maxWordLength = 15
/** A text of fewer different characters (an attack's megabytes of A) identifies nobody. */
const minDistinctCharacters = 4

/** What no log may hold, no matter who recorded it. @type {readonly Needle[]} */
const always = [
  { kind: 'password', text: '$argon2', isWord: false },
  { kind: 'password', text: '$2y$', isWord: false },
  { kind: 'data URL', text: ';base64,', isWord: false },
  { kind: 'token', text: 'Bearer ', isWord: false },
  { kind: 'cookie', text: 'session=', isWord: false },
]

/**
 * As it is, in JSON and in a URL. Mail is also sent to an address in lower case.
 * @param {Secret} secret
 */
const spellings = ({ kind, value }) => [
  value,
  ...(kind === 'email address' ? [value.toLowerCase()] : []),
  JSON.stringify(value).slice(1, -1),
  encodeURIComponent(value.toWellFormed?.() ?? value),
]

/** @param {readonly Secret[]} secrets @returns {Needle[]} */
const needlesOf = (secrets) => [
  ...always,
  ...secrets
    .filter(({ value }) => value.length >= minLength && new Set(value).size >= minDistinctCharacters)
    .flatMap((secret) =>
      // A line break would end a pattern of grep; the spelling in JSON has none.
      [...new Set(spellings(secret))]
        .filter((text) => !text.includes('\n'))
        .map((text) => ({ text, kind: secret.kind, isWord: secret.value.length <= maxWordLength })),
    ),
]

/** Printed for whoever starts a site without an Owner (settings.52); it opens nothing once there was one. */
const setupLine = /^ {2}https?:\/\/\S+\/setup#[\w-]{43}$/

/** @param {string} line @param {Needle} needle */
const holds = (line, { text, isWord }) => {
  for (let at = line.indexOf(text); at !== -1; at = line.indexOf(text, at + 1))
    if (!isWord || !/[a-z\d]/i.test(`${line[at - 1] ?? ''}${line[at + text.length] ?? ''}`)) return true
  return false
}

/**
 * Returns `file:line: a kind` for each line that holds a secret. grep compares every line with all secrets at once,
 * and only its hits are looked at one by one.
 * @param {readonly string[]} files @param {readonly Secret[]} secrets
 */
const leaksIn = (files, secrets) => {
  if (files.length === 0) return []
  const needles = needlesOf(secrets)
  const { status, stdout, stderr, error } = spawnSync('grep', ['-anHFf', '-', '--', ...files], {
    input: needles.map(({ text }) => text).join('\n'),
    env: { ...process.env, LC_ALL: 'C' },
    encoding: 'utf8',
    maxBuffer: 256 << 20,
  })
  if (error) throw error
  if (status !== 0 && status !== 1) throw new Error(`grep could not search the logs: ${stderr}`)
  return stdout.split('\n').flatMap((hit) => {
    const [, where = '', line = ''] = /^(.*?:\d+):(.*)$/.exec(hit) ?? []
    const needle = needles.find((one) => holds(line, one))
    return needle === undefined || setupLine.test(line) ? [] : [`${where}: a ${needle.kind}`]
  })
}

const kinds = ['password', 'cookie', 'token', 'code', 'email address', 'data URL']
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
  const paths = logs.map((file) => join(directory, file))
  const lines = paths.reduce((sum, path) => sum + readFileSync(path, 'latin1').split('\n').length - 1, 0)
  const complaints = [
    ...kinds
      .filter((kind) => !secrets.some((secret) => secret.kind === kind && secret.value.length >= minLength))
      .map((kind) => `no ${kind} was noted`),
    ...writers
      .filter(
        (writer) => !logs.some((file) => file.startsWith(writer) && statSync(join(directory, file)).size > 0),
      )
      .map((writer) => `no ${writer}*.log was kept`),
    ...leaksIn(paths, secrets),
  ]
  return { complaints, lines, secrets: secrets.length }
}
