/** What a tier is bought for, in short. Stands inside an element that sets `--tier`. */
export function HighlightList({ highlights }: { highlights: readonly string[] }) {
  return (
    <ul className="grid content-start gap-2 text-sm">
      {highlights.map((highlight) => (
        <li key={highlight} className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-2.5">
          <span aria-hidden className="size-2 -translate-y-px bg-(--tier)" />
          {highlight}
        </li>
      ))}
    </ul>
  )
}
