import type { Glyph } from './glyph.ts'

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
