import type { Glyph } from './glyph.ts'

export const blocks: Glyph = {
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
