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
