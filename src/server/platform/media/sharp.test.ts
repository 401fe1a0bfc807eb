import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadSharp, requireSharp } from './sharp.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sharp-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const put = (file: string, text = '') => {
  const path = join(directory, 'node_modules', file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
const putLibrary = () => {
  put('sharp/package.json', '{ "main": "dist/index.cjs" }')
  put('sharp/dist/index.cjs')
}
const here = () => createRequire(join(directory, 'main.js'))

test('A site without sharp is refused at its start, not at the first picture', () => {
  expect(() => requireSharp(here())).toThrow('sharp is not installed')
})

test('A sharp whose machine code is for another machine, or was left out, is refused as well', () => {
  putLibrary()
  put('@img/sharp-plan9-mips/sharp.node')
  expect(() => requireSharp(here())).toThrow(`for ${process.platform}-${process.arch}`)
})

test('Machine code of this machine, of any machine, or built here is enough', () => {
  putLibrary()
  const code = `@img/sharp-${process.platform}-${process.arch}/sharp.node`
  for (const file of [code, '@img/sharp-wasm32/sharp.node', 'sharp/src/build/Release/sharp.node']) {
    put(file)
    requireSharp(here())
    rmSync(join(directory, 'node_modules', file))
  }
})

test('What is installed here passes, and decodes', async () => {
  requireSharp()
  const sharp = await loadSharp()
  const { width } = await sharp(
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="7" height="3"/>'),
  ).metadata()
  expect(width).toBe(7)
  expect(sharp.concurrency()).toBe(1)
})
