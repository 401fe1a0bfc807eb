import { type VoxelRows, voxelPath } from '../../../contract/content/voxel-path.ts'

/** One letter a voxel: g gold, l its light side, d its dark side, k the plinth, s its lit edge. */
const trophy = [
  '.gggggggggggg.',
  'ddlgggggggggdd',
  'd.lgggggggdd.d',
  'd.lgggggggdd.d',
  'dd.lggggggd.dd',
  '.d.lgggggdd.d.',
  '.dd.lggggd.dd.',
  '..dd.lggd.dd..',
  '......gd......',
  '......gd......',
  '.....lgdd.....',
  '....lggggd....',
  '..ssssssssss..',
  '..kkkkkkkkkk..',
  '.kkkkkkkkkkkk.',
]

const torch = ['.f.', 'fFf', 'fFf', '.F.', '.w.', '.w.', '.w.', '.w.']

const fills: Readonly<Record<string, string>> = {
  g: 'fill-rank-gold',
  l: 'fill-ink',
  d: 'fill-slab-gold-edge',
  k: 'fill-line',
  s: 'fill-line-strong',
  f: 'fill-ember',
  F: 'fill-rank-gold',
  w: 'fill-slab-default-edge',
}

function Voxels({ rows, x, y }: { rows: VoxelRows; x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      {Object.entries(fills).map(([letter, fill]) => {
        const path = voxelPath(rows, letter)
        return path === '' ? null : <path key={letter} className={fill} d={path} />
      })}
    </g>
  )
}

/** The prize on its plinth at night; the torches burn while the event is on. */
export function TrophyScene({ lit, className }: { lit: boolean; className: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 72 30"
      preserveAspectRatio="xMidYMax slice"
      shapeRendering="crispEdges"
      className={className}
    >
      <path
        className="fill-ink-faint"
        opacity=".6"
        d="M5 4h1v1h-1zM12 9h1v1h-1zM19 3h1v1h-1zM51 4h1v1h-1zM58 8h1v1h-1zM66 3h1v1h-1zM23 12h1v1h-1zM47 11h1v1h-1z"
      />
      <path className="fill-rank-gold" opacity=".07" d="M26 0h20v4h2v6h2v8h2v8h-32v-8h2v-8h2v-6h2z" />
      <path className="fill-rank-gold" opacity=".09" d="M30 0h12v8h2v10h2v8h-20v-8h2v-10h2z" />
      <Voxels rows={trophy} x={29} y={9} />
      <Voxels rows={lit ? torch : torch.slice(4)} x={12} y={lit ? 16 : 20} />
      <Voxels rows={lit ? torch : torch.slice(4)} x={57} y={lit ? 16 : 20} />
      <path className="fill-ground-raised" d="M0 24h72v6h-72z" />
      <path
        className="fill-line"
        d="M0 24h72v1h-72zM6 27h4v1h-4zM20 28h3v1h-3zM44 27h5v1h-5zM60 28h4v1h-4zM33 27h2v1h-2z"
      />
    </svg>
  )
}
