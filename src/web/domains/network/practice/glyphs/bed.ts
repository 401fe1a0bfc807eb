import type { Glyph } from './glyph.ts'

export const bed: Glyph = {
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
