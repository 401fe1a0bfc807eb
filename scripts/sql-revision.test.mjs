import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { revisionText } from './lib/sql-revision.mjs'

/** @type {string} */
let directory
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sql-revision-'))
  mkdirSync(join(directory, 'posts'))
  write('posts/posts.sql', 'one')
})
afterEach(() => rmSync(directory, { recursive: true }))

const write = (/** @type {string} */ file, /** @type {string} */ text) =>
  writeFileSync(join(directory, file), text)
const revise = () => {
  const text = revisionText(directory)
  write('revision.json', text)
  return JSON.parse(text).revision
}

test('[plugs.03] the revision rises with each change of a file, its name or its absence, and not without one', () => {
  expect(revise()).toBe(1)
  expect(revise()).toBe(1)
  write('posts/posts.sql', 'two')
  expect(revise()).toBe(2)
  write('posts/comments.sql', 'three')
  expect(revise()).toBe(3)
  rmSync(join(directory, 'posts/comments.sql'))
  expect(revise()).toBe(4)
  expect(revise()).toBe(4)
  write('posts/posts.sql', 'one')
  expect(revise()).toBe(5)
})

test('[plugs.03] where two changes were merged it is above both', () => {
  revise()
  write('posts/posts.sql', 'two')
  const ours = revisionText(directory)
  write('posts/posts.sql', 'three')
  const theirs = revisionText(directory)
  write('revision.json', `<<<<<<< ours\n${ours}=======\n${theirs}>>>>>>> theirs\n`)
  expect(revise()).toBe(3)
})
