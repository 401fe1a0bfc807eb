import { classes } from '../../../ui/classes.ts'
import type { Glyph } from './glyphs/glyph.ts'
import { PixelGlyph } from './pixel-glyph.tsx'

const floor =
  'bg-[linear-gradient(color-mix(in_srgb,var(--accent)_62%,var(--color-ground))_0_4px,transparent_4px),repeating-linear-gradient(90deg,color-mix(in_srgb,var(--accent)_30%,var(--color-ground))_0_12px,color-mix(in_srgb,var(--accent)_22%,var(--color-ground))_12px_24px)]'

/** Where a mode's picture stands: on a floor of blocks, in its own light. It lifts when its card is pointed at. */
export function PracticeStage({ glyph, className }: { glyph: Glyph; className?: string }) {
  return (
    <div
      className={classes(
        'pixel-corners relative grid shrink-0 place-items-center overflow-hidden bg-ground',
        glyph.accent,
        className,
      )}
    >
      <div
        aria-hidden
        className="absolute inset-0 bg-[radial-gradient(closest-side_at_50%_45%,color-mix(in_srgb,var(--accent)_30%,transparent),transparent)] opacity-70 transition-opacity group-hover:opacity-100"
      />
      <div aria-hidden className={classes('absolute inset-x-0 bottom-0 h-1/5', floor)} />
      <PixelGlyph
        glyph={glyph}
        className="relative size-3/5 max-h-24 transition-transform duration-150 ease-[steps(3)] group-focus-within:-translate-y-1 group-hover:-translate-y-1"
      />
    </div>
  )
}
