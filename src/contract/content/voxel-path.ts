/** A picture of voxels, one letter each; a letter that no colour is given for is air. */
export type VoxelRows = readonly string[]

const drawn = new WeakMap<VoxelRows, Map<string, string>>()

/**
 * The outline of all voxels of one letter as an SVG path, one unit each, neighbours in a row as one. The rows are
 * constants of their pictures: each is drawn once, and not again at every rendering.
 */
export function voxelPath(rows: VoxelRows, letter: string): string {
  const paths = drawn.get(rows) ?? new Map<string, string>()
  drawn.set(rows, paths)
  const path = paths.get(letter) ?? draw(rows, letter)
  paths.set(letter, path)
  return path
}

const draw = (rows: VoxelRows, letter: string) =>
  rows
    .flatMap((row, y) =>
      [...row.matchAll(new RegExp(`${letter}+`, 'g'))].map(
        ({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
      ),
    )
    .join('')
