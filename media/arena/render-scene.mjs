import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { fighterPicture } from './picture/fighters.mjs'
import { marks } from './picture/marks.mjs'
import { pictureLamps, scenePicture } from './picture/scene.mjs'

// Draws the hero's picture: the scene, its two fighters, and where things that move belong. The same every time.
const out = fileURLToPath(new URL('../../src/web/domains/content/hero/media/', import.meta.url))
mkdirSync(out, { recursive: true })

const fighters = ['frost', 'ember'].map((who) => ({ who, ...fighterPicture(who, pictureLamps) }))
save('scene.svg', scenePicture())
for (const { who, svg } of fighters) save(`${who}.svg`, svg)
save('scene.json', `${JSON.stringify(marks(fighters), null, 2)}\n`)

function save(name, text) {
  writeFileSync(join(out, name), text)
  console.log(
    `${name}: ${(text.length / 1000).toFixed(1)} kB, ${(gzipSync(text).length / 1000).toFixed(1)} kB gzip`,
  )
}
