import type { Glyph } from './glyph.ts'

export const bridge: Glyph = {
  accent: '[--accent:var(--color-rank-manager)]',
  inks: {
    h: 'fill-rank-owner',
    r: 'fill-slab-red',
    e: 'fill-slab-red-edge',
    m: 'fill-rank-moderator',
    b: 'fill-slab-blue',
    f: 'fill-slab-blue-edge',
    p: 'fill-ink',
    q: 'fill-ink-faint',
  },
  rows: [
    '............',
    'hh........mm',
    'rr........bb',
    'rrr......bbb',
    'rrrppppppbbb',
    'pppqqqqqqppp',
    'qqq......qqq',
    'rrr......bbb',
    'rrr......bbb',
    'err......bbf',
    'eer......bff',
    '.ee......ff.',
  ],
}
