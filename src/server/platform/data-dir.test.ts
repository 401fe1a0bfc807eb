import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DataDirError, makeDataDir, requireDataDir } from './data-dir.ts'

let base = ''
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'data-dir-'))
})
afterEach(() => rmSync(base, { recursive: true }))

test('a command refuses a DATA_DIR that does not exist, or is a file, and makes nothing', () => {
  const missing = join(base, 'typed/wrong')
  expect(() => requireDataDir(missing)).toThrow(
    `DATA_DIR ${missing} does not exist: name the directory of the site, or start the site once to make it.`,
  )
  expect(existsSync(join(base, 'typed'))).toBe(false)
  writeFileSync(join(base, 'file'), '')
  expect(() => requireDataDir(join(base, 'file'))).toThrow('it is a file')
})

test('the site makes its DATA_DIR with all parents, and leaves nothing else in it', () => {
  const wanted = join(base, 'a/b/c')
  makeDataDir(wanted)
  expect(readdirSync(wanted)).toEqual([])
  requireDataDir(wanted)
})

test.each([
  ['/proc/x', 'nothing can be made there'],
  ['/proc', 'nothing can be made there'],
  ['/proc/x/y/z', 'nothing can be made there'],
])('the DATA_DIR %s fails at once with the reason', (dataDir, reason) => {
  expect(() => makeDataDir(dataDir)).toThrow(
    new DataDirError(`DATA_DIR ${dataDir} cannot be used: ${reason}.`),
  )
})

test('a file, or a directory below one, fails at once with the reason', () => {
  const file = join(base, 'file')
  writeFileSync(file, '')
  expect(() => makeDataDir(file)).toThrow(`DATA_DIR ${file} cannot be used: it is a file.`)
  expect(() => makeDataDir(join(file, 'below'))).toThrow('cannot be used: a part of the path is a file.')
})

test('a directory of somebody else fails at once with the reason', () => {
  chmodSync(base, 0o755)
  const closed = join(base, 'closed')
  mkdirSync(closed, { mode: 0o500 })
  const asRoot = process.getuid?.() === 0
  if (asRoot) process.seteuid?.('nobody')
  try {
    expect(() => makeDataDir(closed)).toThrow(
      `DATA_DIR ${closed} cannot be used: this user may not write there.`,
    )
    expect(() => makeDataDir(join(closed, 'data'))).toThrow('this user may not write there.')
  } finally {
    if (asRoot) process.seteuid?.(0)
  }
})
