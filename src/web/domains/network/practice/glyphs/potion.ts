import type { Glyph } from './glyph.ts'

export const potion: Glyph = {
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
