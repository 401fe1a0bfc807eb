import { type VoxelRows, voxelPath } from '../../../ui/voxel-path.ts'

interface SpriteProps {
  readonly rows: VoxelRows
  readonly colours: Readonly<Record<string, string>>
}

/** A picture of voxels inside an `<svg>`, one path per colour. */
export function Sprite({ rows, colours }: SpriteProps) {
  return Object.entries(colours).map(([letter, fill]) => (
    <path key={letter} fill={fill} d={voxelPath(rows, letter)} />
  ))
}
