import { bridge } from './bridge.ts'
import type { Glyph } from './glyph.ts'
import { wrestler } from './wrestler.ts'

const blocks: Glyph = {
  accent: '[--accent:var(--color-rank-emerald)]',
  inks: {
    t: 'fill-rank-helper',
    g: 'fill-slab-green',
    s: 'fill-slab-green-edge',
    a: 'fill-ember-bright',
    b: 'fill-ember',
    x: 'fill-slab-default-edge',
  },
  rows: [
    '...tttttt...',
    '...tggggs...',
    '...tgsggs...',
    '...tggggs...',
    '...tggsgs...',
    '...ssssss...',
    'aaaaaatttttt',
    'abbbbxtggggs',
    'abbxbxtggsgs',
    'abbbbxtggggs',
    'abxbbxtgsggs',
    'xxxxxxssssss',
  ],
}

const bed: Glyph = {
  accent: '[--accent:var(--color-rank-moderator)]',
  inks: {
    w: 'fill-ink',
    s: 'fill-ink-soft',
    h: 'fill-rank-moderator',
    b: 'fill-slab-blue',
    d: 'fill-slab-blue-edge',
    l: 'fill-slab-default-edge',
  },
  rows: [
    '............',
    '............',
    '............',
    '.www........',
    'wwwwwhhhhhh.',
    'wwwwsbbbbbbb',
    'swwssbbbbbbb',
    'sssssddddddd',
    'llllllllllll',
    'll........ll',
    'll........ll',
    '............',
  ],
}

/** For every mode that has no picture of its own. */
export const sword: Glyph = {
  accent: '[--accent:var(--color-rank-diamond)]',
  inks: {
    d: 'fill-rank-diamond',
    w: 'fill-ink',
    k: 'fill-ink-faint',
    h: 'fill-slab-default-edge',
  },
  rows: [
    '.........ddd',
    '........dwwd',
    '.......dwwd.',
    '......dwwd..',
    '.....dwwd...',
    'k...dwwd....',
    'kk.dwwd.....',
    '.kkdwd......',
    '..kkd.......',
    '.hhkkk......',
    'hhh..kk.....',
    'hh..........',
  ],
}

const potion: Glyph = {
  accent: '[--accent:var(--color-rank-admin)]',
  inks: {
    c: 'fill-slab-default-edge',
    g: 'fill-ink-soft',
    p: 'fill-rank-admin',
    d: 'fill-rank-manager',
    w: 'fill-ink',
  },
  rows: [
    '....cccc....',
    '....gccg....',
    '....g..g....',
    '...g....g...',
    '..g......g..',
    '.g.pppppp.g.',
    '.gpwpppppdg.',
    '.gpwpppppdg.',
    '.gpppppppdg.',
    '..gppppddg..',
    '...gddddg...',
    '....gggg....',
  ],
}

const glove: Glyph = {
  accent: '[--accent:var(--color-rank-owner)]',
  inks: {
    r: 'fill-slab-red',
    h: 'fill-rank-owner',
    e: 'fill-slab-red-edge',
    w: 'fill-ink',
    s: 'fill-ink-soft',
  },
  rows: [
    '....rrrrr...',
    '...rhhrrrr..',
    '..rhhrrrrrr.',
    '..rhrrrrrrr.',
    '.rrrrrrrrrr.',
    'rhrrrrrrrrr.',
    'rhrrerrrrre.',
    'rrrerrrrrre.',
    '.eerrrrrree.',
    '...eeeeeee..',
    '...wwwwwws..',
    '...wwwwwws..',
  ],
}

const fish: Glyph = {
  accent: '[--accent:var(--color-ember)]',
  inks: {
    o: 'fill-ember',
    w: 'fill-ink',
    k: 'fill-ground',
    d: 'fill-slab-default-edge',
  },
  rows: [
    '............',
    '.....dd.....',
    '....dddd....',
    '...ooooo...d',
    '..oowoooo.do',
    '.okowoowoooo',
    'oooowoowoooo',
    '.ooowoowo.do',
    '..oowooo...d',
    '....dddd....',
    '.....d......',
    '............',
  ],
}

const fireball: Glyph = {
  accent: '[--accent:var(--color-rank-staff)]',
  inks: {
    o: 'fill-ember',
    y: 'fill-rank-gold',
    w: 'fill-ink',
    d: 'fill-slab-default-edge',
  },
  rows: [
    '.........d.o',
    '.......d.oo.',
    '.....o.ooo..',
    '...d.oooyo.d',
    '...oooyyo.o.',
    '..ooyyyyoo..',
    '.ooyywyyoo..',
    '.oyywwyyo...',
    '.oyywyyoo.d.',
    '.doyyyyo....',
    '..dooood....',
    '...dddd.....',
  ],
}

/** Staff name the modes, so a picture goes by a word of the name: `Sumo`, `Sumo FFA` and `Ranked Sumo` are all sumo. */
const byWord: readonly (readonly [word: string, glyph: Glyph])[] = [
  ['nodebuff', potion],
  ['boxing', glove],
  ['bed', bed],
  ['bridge', bridge],
  ['fireball', fireball],
  ['sumo', wrestler],
  ['build', blocks],
  ['slap', fish],
]

export function glyphOf(modeName: string): Glyph {
  const name = modeName.toLowerCase()
  return byWord.find(([word]) => name.includes(word))?.[1] ?? sword
}

const byIcon: ReadonlyMap<string, Glyph> = new Map([
  ['potion', potion],
  ['glove', glove],
  ['bed', bed],
  ['bridge', bridge],
  ['fireball', fireball],
  ['wrestler', wrestler],
  ['blocks', blocks],
  ['fish', fish],
])

/** The picture that staff chose for a mode. */
export const glyphOfIcon = (icon: string): Glyph => byIcon.get(icon) ?? sword

/** All of them, as they lie in the hotbar: nine, as in the game. */
export const hotbarGlyphs: readonly Glyph[] = [sword, ...byWord.map(([, glyph]) => glyph)]
