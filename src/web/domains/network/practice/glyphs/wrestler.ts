import type { Glyph } from './glyph.ts'

export const wrestler: Glyph = {
  accent: '[--accent:var(--color-rank-gold)]',
  inks: {
    k: 'fill-slab-default-edge',
    s: 'fill-ember-bright',
    d: 'fill-ember',
    e: 'fill-ground',
    m: 'fill-slab-red',
    n: 'fill-slab-red-edge',
  },
  rows: [
    '.....kk.....',
    '...kkkkkk...',
    '...sesses...',
    '...ssssss...',
    '..ssssssss..',
    '.ssssssssss.',
    '.sdssssssds.',
    '.ss.ssss.ss.',
    '...mmmmmm...',
    '...smmmms...',
    '...ssnnss...',
    '..sss..sss..',
  ],
}
