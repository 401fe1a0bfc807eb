import type { TierLook } from '../../../../contract/content/shop.ts'
import type { Tier } from '../../../../contract/content/shop-schemas.ts'
import { voxelPath } from '../../../../contract/content/voxel-path.ts'
import { ownValue } from '../../../../contract/own-value.ts'
import { crestArt } from './crest-art.ts'

/** One SVG path per colour. */
const pathsOf = (look: TierLook) => {
  const { rows, colours } = crestArt[look]
  return Object.entries(colours).map(([letter, fill]) => ({
    letter,
    fill,
    d: voxelPath(rows, letter),
  }))
}

const crests = {
  gold: pathsOf('gold'),
  emerald: pathsOf('emerald'),
  diamond: pathsOf('diamond'),
  ticket: pathsOf('ticket'),
  swords: pathsOf('swords'),
} satisfies Record<TierLook, unknown>

/** The shades of a picture in a tier's own colour, from the outline to the light; what is not among them stays. */
const shades: Readonly<Record<string, string>> = {
  o: 'color-mix(in srgb, var(--tier) 25%, black)',
  x: 'color-mix(in srgb, var(--tier) 50%, black)',
  d: 'color-mix(in srgb, var(--tier) 70%, black)',
  m: 'color-mix(in srgb, var(--tier) 90%, black)',
  l: 'color-mix(in srgb, var(--tier) 85%, white)',
  w: 'color-mix(in srgb, var(--tier) 30%, white)',
}

/**
 * The picture of a tier, inside an element that sets `--tier`. Its name always stands beside it, so for screen readers
 * it is decoration.
 */
export function Crest({ tier, className }: { tier: Pick<Tier, 'look' | 'colour'>; className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 20 20" shapeRendering="crispEdges" className={className}>
      {crests[tier.look].map(({ letter, fill, d }) => (
        <path key={fill} style={{ fill: (tier.colour && ownValue(shades, letter)) || fill }} d={d} />
      ))}
    </svg>
  )
}
