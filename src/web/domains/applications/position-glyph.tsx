import type { ApplicationPosition } from '../../../contract/applications/application-options.ts'
import { classes } from '../../ui/classes.ts'

interface Sprite {
  /** Twelve rows of twelve cells: a dot is empty, a letter is one of `inks`. */
  readonly rows: readonly string[]
  readonly inks: Readonly<Record<string, string>>
}

const sprites: Readonly<Record<ApplicationPosition, Sprite>> = {
  // A shield with a cross.
  helper: {
    inks: { g: 'fill-slab-green', h: 'fill-good', d: 'fill-slab-green-edge', w: 'fill-ink' },
    rows: [
      '.gggggggggd.',
      '.ghhhhggggd.',
      '.ghggwwgggd.',
      '.ghggwwgggd.',
      '.ghwwwwwwgd.',
      '.ggwwwwwwgd.',
      '.ggggwwgggd.',
      '..gggwwggd..',
      '..gggggggd..',
      '...gggggd...',
      '....gggd....',
      '.....gd.....',
    ],
  },
  // A wall of bricks.
  builder: {
    inks: { b: 'fill-slab-default-edge', h: 'fill-ember', m: 'fill-line' },
    rows: [
      '............',
      '.bbbbbmbbbb.',
      '.hhhhbmhhhb.',
      '.bbbbbmbbbb.',
      '.mmmmmmmmmm.',
      '.bbmbbbbbmb.',
      '.hbmhhhhbmh.',
      '.bbmbbbbbmb.',
      '.mmmmmmmmmm.',
      '.bbbbbmbbbb.',
      '.hhhhbmhhhb.',
      '.bbbbbmbbbb.',
    ],
  },
  // A brush with paint on it.
  designer: {
    inks: {
      w: 'fill-slab-gold',
      b: 'fill-slab-gold-edge',
      s: 'fill-ink-soft',
      p: 'fill-slab-purple',
      h: 'fill-rank-manager',
    },
    rows: [
      '..........ww',
      '.........wwb',
      '........wwb.',
      '.......wwb..',
      '......wwb...',
      '.....swb....',
      '....sssb....',
      '...phss.....',
      '..phhpp.....',
      '..phpp......',
      '.phppp......',
      'ppppp.......',
    ],
  },
}

/** The rows of one letter as an SVG path, each run of cells one rectangle. */
const pathOf = (rows: readonly string[], letter: string) =>
  rows
    .flatMap((row, y) =>
      [...row.matchAll(new RegExp(`${letter}+`, 'g'))].map(
        ({ 0: { length }, index }) => `M${index} ${y}h${length}v1h-${length}z`,
      ),
    )
    .join('')

/** Decoration: the position is written beside it. Sharpest at multiples of 12 px. */
export function PositionGlyph({
  position,
  className,
}: {
  position: ApplicationPosition
  className?: string
}) {
  const { rows, inks } = sprites[position]
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 12 12"
      shapeRendering="crispEdges"
      className={classes('shrink-0', className)}
    >
      {Object.entries(inks).map(([letter, fill]) => (
        <path key={letter} className={fill} d={pathOf(rows, letter)} />
      ))}
    </svg>
  )
}
