import type { Glyph } from './glyph.ts'

export const fireball: Glyph = {
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
