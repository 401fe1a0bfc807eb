interface SpriteProps {
  /** One letter a voxel; a letter without a colour is air. */
  readonly rows: readonly string[]
  readonly colours: Readonly<Record<string, string>>
}

/** A picture of voxels inside an `<svg>`, one path per colour. */
export function Sprite({ rows, colours }: SpriteProps) {
  return Object.entries(colours).map(([letter, fill]) => (
    <path
      key={letter}
      fill={fill}
      d={rows
        .flatMap((row, y) => [...row].map((it, x) => (it === letter ? `M${x} ${y}h1v1h-1z` : '')))
        .join('')}
    />
  ))
}
