import { type VoxelRows, voxelPath } from './voxel-path.ts'

/** A tier of the ratings, as content/ranked.yaml names it. */
export interface RatingTier {
  readonly name: string
  readonly colour: string
  /** The lowest rating of the tier. */
  readonly from: number
}

/** The index of a rating's tier, from the lowest; 0 below all. */
export const tierIndex = (tiers: readonly Pick<RatingTier, 'from'>[], rating: number): number =>
  Math.max(
    0,
    tiers.findLastIndex(({ from }) => rating >= from),
  )

/** The tier of a rating; the lowest below 0. */
export const tierOf = <Tier extends { readonly from: number }>(
  tiers: readonly Tier[],
  rating: number,
): Tier => tiers[tierIndex(tiers, rating)]!

/** Cells of an emblem in a row and in a column. */
export const emblemCells = 12

/**
 * Emblems of the tiers from the lowest, drawn in text: `m` is the tier's colour, `l` lighter, `d` darker. They are of
 * steps, not of names, since owners name their tiers; tiers above the last share its emblem.
 */
const emblems: readonly VoxelRows[] = [
  // A pebble.
  [
    '............',
    '............',
    '............',
    '....lllll...',
    '..lllmmmmm..',
    '.llmmmmmmmm.',
    '.lmmmmmmmmd.',
    'llmmmmmmmmdd',
    'lmmmmmmmmddd',
    '.mmmmmmddddd',
    '..dddddddd..',
    '............',
  ],
  // An ingot.
  [
    '............',
    '............',
    '............',
    '...llllllll.',
    '..llllllllmd',
    '..llllllllmd',
    '.llllllllmdd',
    '.mmmmmmmmmdd',
    'mmmmmmmmmddd',
    'mmmmmmmmmdd.',
    'ddddddddddd.',
    '............',
  ],
  // A shield.
  [
    '.llllllllll.',
    '.lmmmmmmmmd.',
    '.lmmmllmmmd.',
    '.lmmmllmmmd.',
    '.lmllllllmd.',
    '.lmllllllmd.',
    '.lmmmllmmmd.',
    '.lmmmllmmmd.',
    '..lmmmmmmd..',
    '...lmmmmd...',
    '....lmmd....',
    '.....dd.....',
  ],
  // A cut gem.
  [
    '............',
    '..llllllll..',
    '.llmmllmmdd.',
    'llmmllmmmmdd',
    'lllllmmddddd',
    'mmmlmmmmdmmd',
    '.mmlmmmmdmd.',
    '..mmlmmdmd..',
    '...mlmmdd...',
    '....lmmd....',
    '.....md.....',
    '............',
  ],
  // Crystals.
  [
    '.....ll.....',
    '....llmd....',
    '....lmmd....',
    '.l..lmmd..l.',
    'llm.lmmd.lmd',
    'lmd.lmmd.lmd',
    'lmd.lmmd.lmd',
    'lmdllmmddlmd',
    'lmmdlmmdlmmd',
    '.lmdlmmdlmd.',
    '..mdlmmdmd..',
    '...dddddd...',
  ],
  // A star.
  [
    '.....ll.....',
    '.....lm.....',
    '....llmd....',
    '....lmmd....',
    'llllmmmmdddd',
    '.lmmmmmmmmd.',
    '..lmmmmmmd..',
    '..lmmmmmmd..',
    '.llmmmmmmdd.',
    '.lmmmddmmmd.',
    'llmdd..ddmdd',
    'ldd......ddd',
  ],
  // A crown.
  [
    '.....ll.....',
    'l....ll....l',
    'll..lmmd..ld',
    'lml.lmmd.lmd',
    'lmmllmmddmmd',
    'lmmmmmmmmmmd',
    'lmmmmmmmmmmd',
    'lmllmllmllmd',
    'lmllmllmllmd',
    'lmmmmmmmmmmd',
    'dddddddddddd',
    '.llllllllll.',
  ],
]

/** The emblem of a tier by its index, as paths in layers: all of it in the tier's colour, then light and shade upon it. */
export function emblemLayers(index: number, colour: string) {
  const rows = emblems[index] ?? emblems.at(-1)!
  return [
    { d: ['l', 'm', 'd'].map((letter) => voxelPath(rows, letter)).join(''), fill: colour, opacity: 1 },
    { d: voxelPath(rows, 'l'), fill: '#fff', opacity: 0.45 },
    { d: voxelPath(rows, 'd'), fill: '#000', opacity: 0.35 },
  ]
}
