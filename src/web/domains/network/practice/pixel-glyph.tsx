import { voxelPath } from '../../../../contract/content/voxel-path.ts'
import { classes } from '../../../ui/classes.ts'
import { type Glyph, glyphCells } from './glyphs/glyph.ts'

/** Decoration: what it stands for is written beside it. Sharpest at multiples of 12 px. */
export function PixelGlyph({ glyph, className }: { glyph: Glyph; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${glyphCells} ${glyphCells}`}
      shapeRendering="crispEdges"
      className={classes('shrink-0', className)}
    >
      {Object.entries(glyph.inks).map(([letter, fill]) => (
        <path key={letter} className={fill} d={voxelPath(glyph.rows, letter)} />
      ))}
    </svg>
  )
}
