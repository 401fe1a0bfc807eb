/// <reference path="./subset-font.d.ts" />
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont, { type SubsetOptions } from 'subset-font'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A new version builds every font again. */
const recipe = {
  targetFormat: 'woff2',
  // Kerning, accents, and figures of one width: all that the styles ask for.
  keepFeatures: ['kern', 'mark', 'mkmk', 'ccmp', 'tnum'],
} satisfies SubsetOptions

interface Face {
  /** Below node_modules. */
  readonly file: string
  readonly weight: { readonly min: number; readonly max: number } | undefined
  readonly characters: string
}

/** What a stylesheet says about the faces that it takes from npm packages: `font-weight` and `unicode-range`. */
export const facesIn = (css: string): Face[] =>
  [...css.matchAll(/@font-face\s*\{([^}]*)\}/g)].flatMap(([, rules = '']) => {
    const file = /url\("(@fontsource[^"]+\.woff2)"\)/.exec(rules)?.[1]
    if (file === undefined) return []
    const [, min, max] = /font-weight:\s*(\d+)\s+(\d+);/.exec(rules) ?? []
    const range = /unicode-range:([^;]+);/.exec(rules)?.[1]
    if (range === undefined)
      throw new Error(`The stylesheet does not say which characters it takes of ${file}`)
    return [
      {
        file,
        weight: min && max ? { min: Number(min), max: Number(max) } : undefined,
        characters: charactersOf(range),
      },
    ]
  })

function charactersOf(range: string): string {
  let text = ''
  for (const [, first = '', last = first] of range.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/gi))
    for (let code = Number.parseInt(first, 16); code <= Number.parseInt(last, 16); code += 1)
      text += String.fromCodePoint(code)
  return text
}

/** The face with these characters, weights and features alone; half of what the package brings. */
export const leanFace = ({ weight, characters }: Omit<Face, 'file'>, original: Buffer): Promise<Buffer> =>
  subsetFont(original, characters, {
    ...recipe,
    ...(weight && { variationAxes: { wght: weight } }),
  })

/**
 * Makes the faces of a stylesheet, once, below .cache/fonts; returns Vite's aliases from the packages' files to them.
 * A path names what it was made of, so that it never holds anything else.
 */
export async function leanFonts(stylesheet: string): Promise<{ find: RegExp; replacement: string }[]> {
  const aliases = []
  for (const face of facesIn(readFileSync(join(root, stylesheet), 'utf8'))) {
    const original = readFileSync(join(root, 'node_modules', face.file))
    const made = createHash('sha256')
      .update(original)
      .update(JSON.stringify([recipe, face]))
      .digest('hex')
    const directory = join(root, '.cache/fonts', made.slice(0, 16))
    const replacement = join(directory, basename(face.file))
    if (!existsSync(replacement)) {
      mkdirSync(directory, { recursive: true })
      // Two builds may do this at the same time.
      const unfinished = `${replacement}.${process.pid}`
      writeFileSync(unfinished, await leanFace(face, original))
      renameSync(unfinished, replacement)
    }
    aliases.push({ find: new RegExp(`^${face.file.replaceAll('.', '\\.')}`), replacement })
  }
  return aliases
}
