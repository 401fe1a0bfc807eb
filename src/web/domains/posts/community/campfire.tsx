import { type VoxelRows, voxelPath } from '../../../../contract/content/voxel-path.ts'
import { useSite } from '../../../platform/site.tsx'
import {
  flame,
  flameColours,
  fox,
  foxColours,
  logColours,
  logs,
  pine,
  pineColours,
} from './campfire-sprites.ts'

/** Where the foxes sit, in the order in which they come: position, and who looks left to the fire. */
const seats = [
  { x: 18, y: 25, left: false },
  { x: 48, y: 25, left: true },
  { x: 3, y: 28, left: false },
  { x: 63, y: 28, left: true },
] as const

const pines = [
  { x: -3, y: 9 },
  { x: 9, y: 12 },
  { x: 52, y: 11 },
  { x: 62, y: 8 },
  { x: 73, y: 12 },
]

const glow = [
  'M30 32h20v1h5v1h4v2h2v3h-2v2h-4v1h-5v1h-20v-1h-5v-1h-4v-2h-2v-3h2v-2h4v-1h5z',
  'M33 34h14v1h4v1h2v3h-2v1h-4v1h-14v-1h-4v-1h-2v-3h2v-1h4z',
]
const sparks = 'M37 21h1v1h-1zM42 18h1v1h-1zM40 23h1v1h-1z'
const stars = 'M6 4h1v1h-1zM18 8h1v1h-1zM24 2h1v1h-1zM37 6h1v1h-1zM46 2h1v1h-1zM57 5h1v1h-1zM70 3h1v1h-1z'

/** The fire of a site with its own look. */
const ownFlame = { o: 'var(--color-ember)', y: 'var(--color-ember-bright)', w: flameColours.w }

/** Night, a fire, and a fox for each member who is online, as far as there is room; no fox on a site with its own logo. */
export function Campfire({ foxes }: { foxes: number }) {
  const { look } = useSite()
  const colours = look === undefined ? flameColours : ownFlame
  return (
    <svg aria-hidden="true" viewBox="0 0 80 44" shapeRendering="crispEdges" className="block w-full">
      <path fill="#949cae" opacity=".6" d={stars} />
      {pines.map(({ x, y }) => (
        <g key={x} transform={`translate(${x} ${y})`}>
          <Sprite rows={pine} colours={pineColours} />
        </g>
      ))}
      <path fill="#1d212e" d="M0 26h80v18h-80z" />
      <path fill="#2a3040" d="M0 26h80v1h-80zM8 40h3v1h-3zM66 41h4v1h-4zM22 42h2v1h-2zM52 40h2v1h-2z" />
      {glow.map((d) => (
        <path key={d} fill={colours.o} opacity=".12" d={d} />
      ))}
      <path fill={colours.y} d={sparks} className="animate-pulse" />
      <g transform="translate(33 36)">
        <Sprite rows={logs} colours={logColours} />
      </g>
      <g transform="translate(34 26)">
        <Sprite rows={flame} colours={colours} />
      </g>
      {seats.slice(0, look?.logo === undefined ? foxes : 0).map(({ x, y, left }) => (
        <g
          key={x}
          data-fox=""
          transform={left ? `translate(${x + 14} ${y}) scale(-1 1)` : `translate(${x} ${y})`}
        >
          <Sprite rows={fox} colours={foxColours} />
        </g>
      ))}
    </svg>
  )
}

interface SpriteProps {
  readonly rows: VoxelRows
  readonly colours: Readonly<Record<string, string>>
}

/** A picture of voxels inside an `<svg>`, one path per colour. */
function Sprite({ rows, colours }: SpriteProps) {
  return Object.entries(colours).map(([letter, fill]) => (
    <path key={letter} fill={fill} d={voxelPath(rows, letter)} />
  ))
}
