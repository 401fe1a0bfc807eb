import { ownValue } from '../own-value.ts'
/** Pattern of a mode's key; `overall` is the sum of the modes that count in it, and no mode. */
export const modeKeyPattern = /^[a-z0-9_]{2,32}$/

export const modeCategories = ['duels', 'ffa', 'other'] as const

/** Pictures that a mode can have. */
export const modeIcons = [
  'sword',
  'potion',
  'glove',
  'bed',
  'bridge',
  'fireball',
  'wrestler',
  'blocks',
  'fish',
] as const

export const modeLimits = {
  name: 60,
  /** Modes in all, so that staff see them on one page. */
  modes: 300,
  /** Modes with a board of their own. */
  listed: 100,
  /** Modes that matches made and staff have neither listed nor merged. */
  madeByGame: 64,
} as const

/** A merge can be undone for this long. */
export const mergeUndoHours = 24

/** Name of a board: a listed mode has one; another goes by the name in the match, or by its key. */
export const boardLabel = (
  boards: Readonly<Record<string, string>>,
  { gameType, modeName }: { readonly gameType: string; readonly modeName?: string | undefined },
): string => ownValue(boards, gameType) ?? modeName ?? gameType
