import type { Glyph } from './glyph.ts'

export const fish: Glyph = {
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
