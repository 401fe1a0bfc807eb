import type { Glyph } from './glyph.ts'

export const glove: Glyph = {
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
