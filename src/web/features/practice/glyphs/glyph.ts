/** The picture of a practice mode, drawn in text so that it can be read and changed here. */
export interface Glyph {
  /** Twelve rows of twelve cells: a dot is empty, a letter is one of `inks`. */
  readonly rows: readonly string[]
  /** Fill class of each letter. */
  readonly inks: Readonly<Record<string, string>>
  /** Class that sets `--accent`, the colour of the light around it. */
  readonly accent: string
}

export const glyphCells = 12

/** The rows of one letter as an SVG path, each run of cells one rectangle. */
export function pathOf({ rows }: Pick<Glyph, 'rows'>, letter: string): string {
  const runs = new RegExp(`${letter}+`, 'g')
  return rows
    .flatMap((row, y) =>
      [...row.matchAll(runs)].map(({ 0: { length }, index }) => `M${index} ${y}h${length}v1h-${length}z`),
    )
    .join('')
}
