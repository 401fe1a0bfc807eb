import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create } from 'fontkit'
import { expect, test } from 'vitest'
import { facesIn, leanFace } from './lib/lean-fonts.ts'
import { root } from './lib/root.mjs'

const faces = facesIn(readFileSync(join(root, 'src/web/styles/fonts.css'), 'utf8'))

test('a face without a range of characters is refused, one of another place left alone', () => {
  const face = '@font-face { src: url("@fontsource/a/files/a.woff2"); }'
  expect(() => facesIn(face)).toThrow('which characters it takes of @fontsource/a/files/a.woff2')
  expect(facesIn('@font-face { src: local("Arial"); }')).toEqual([])
})

test('weights and characters are those that the stylesheet names', () => {
  const css = `@font-face { src: url("@fontsource/a/files/a.woff2"); font-weight: 300 500; unicode-range: U+41-43, U+20AC; }`
  expect(facesIn(css)).toEqual([
    { file: '@fontsource/a/files/a.woff2', weight: { min: 300, max: 500 }, characters: 'ABC€' },
  ])
  expect(faces).toHaveLength(2)
})

test.each(faces)(
  '$file keeps every character and its width, kerning and figures of one width, and weighs less',
  async (face) => {
    const original = readFileSync(join(root, 'node_modules', face.file))
    const lean = await leanFace(face, original)
    expect(lean.length).toBeLessThan(original.length)
    const [before, after] = [create(original), create(lean)].map((font) =>
      'fonts' in font ? font.fonts[0] : font,
    )
    const named = before.characterSet.filter((code) => face.characters.includes(String.fromCodePoint(code)))
    expect(named.length).toBeGreaterThan(190)
    expect(after.characterSet).toEqual(expect.arrayContaining(named))
    for (const text of ['Top Players', 'AVATAR Type', 'Ñandú, Äpfel & œuvre', '1,234 · 98.7 %'])
      for (const features of [[], ['tnum']])
        expect(after.layout(text, features).advanceWidth, text).toBe(
          before.layout(text, features).advanceWidth,
        )
    expect(after.layout('111', ['tnum']).advanceWidth).toBe(after.layout('000', ['tnum']).advanceWidth)
    if (face.weight) expect(after.variationAxes.wght).toMatchObject(face.weight)
  },
)
