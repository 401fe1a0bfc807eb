import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { voxelPath } from '../../../../../contract/content/voxel-path.ts'
import { glyphOf, hotbarGlyphs, sword } from './glyph-of.ts'

test('A mode that nobody drew gets the sword, whatever its name', () => {
  for (const name of ['Chess', '', '<svg>', '__proto__']) expect(glyphOf(name)).toBe(sword)
})

test('Every shipped mode has a picture, and modes of one kind share it', () => {
  const shipped = parse(
    readFileSync(join(import.meta.dirname, '../../../../../../content/practice-modes.yaml'), 'utf8'),
  )
  const names: string[] = [...shipped.ffa, ...shipped.duels].map(({ name }) => name)
  expect(names.filter((name) => glyphOf(name) === sword)).toEqual([])
  expect(new Set(names.map(glyphOf)).size).toBe(8)
  expect(glyphOf('Sumo FFA')).toBe(glyphOf('RANKED SUMO'))
})

test('Every picture is twelve by twelve cells and uses the inks that it names, all of them', () => {
  expect(new Set(hotbarGlyphs).size).toBe(9)
  for (const { rows, inks } of hotbarGlyphs) {
    expect(rows.map((row) => row.length)).toEqual(Array(12).fill(12))
    const used = new Set(rows.join('').replaceAll('.', ''))
    expect([...used].sort()).toEqual(Object.keys(inks).sort())
  }
})

test('Cells of one letter become rectangles, a run of them one', () => {
  expect(voxelPath(['..aa.a', 'b.....'], 'a')).toBe('M2 0h2v1h-2zM5 0h1v1h-1z')
  expect(voxelPath(['..aa.a'], 'b')).toBe('')
})
