import type { TierKey } from '../../../contract/content.ts'
import { voxelPath } from '../../ui/voxel-path.ts'
import { crestArt } from './crest-art.ts'

/** One SVG path per colour. */
const pathsOf = (tier: TierKey) => {
  const { rows, colours } = crestArt[tier]
  return Object.entries(colours).map(([letter, fill]) => ({
    fill,
    d: voxelPath(rows, letter),
  }))
}

const crests = {
  gold: pathsOf('gold'),
  emerald: pathsOf('emerald'),
  diamond: pathsOf('diamond'),
  gamePass: pathsOf('gamePass'),
  battlePass: pathsOf('battlePass'),
} satisfies Record<TierKey, unknown>

/** The picture of a tier. Its name always stands beside it, so for screen readers it is decoration. */
export function Crest({ tier, className }: { tier: TierKey; className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 20 20" shapeRendering="crispEdges" className={className}>
      {crests[tier].map(({ fill, d }) => (
        <path key={fill} fill={fill} d={d} />
      ))}
    </svg>
  )
}
