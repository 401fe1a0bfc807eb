import type { Tier } from '../../../../contract/content/shop-schemas.ts'
import { classes } from '../../../ui/classes.ts'
import { Crest } from './crest.tsx'

/** Higher tiers stand on higher plinths. Written out: Tailwind finds class names by reading them. */
export const plinths = ['h-4', 'h-10', 'h-16']

/** The picture of a tier on a plinth, in its own light. Stands inside an element that sets `--tier`. */
export function DisplayCase({ tier, level }: { tier: Tier; level: number }) {
  return (
    <div
      aria-hidden
      className="relative flex h-52 flex-col items-center justify-end overflow-hidden bg-ground sm:h-full sm:min-h-60 lg:h-60"
    >
      <div className="absolute inset-0 bg-[radial-gradient(ellipse_at_50%_70%,var(--tier),transparent_65%)] opacity-20" />
      {/* Light falls apart into pixels towards the edges. */}
      <div className="absolute inset-0 bg-[conic-gradient(var(--tier)_90deg,transparent_90deg_180deg,var(--tier)_180deg_270deg,transparent_270deg)] bg-size-[16px_16px] opacity-12 mask-[radial-gradient(ellipse_at_50%_70%,black,transparent_70%)]" />
      <Crest
        tier={tier}
        className="relative -mb-1.5 size-30 drop-shadow-[0_10px_14px_rgb(0_0_0/60%)] transition-transform duration-200 group-hover/offer:-translate-y-1.5"
      />
      <div className="relative h-2 w-36 bg-(--tier) opacity-90" />
      <div
        className={classes(
          'relative w-36 bg-(--tier) opacity-25 mask-[repeating-linear-gradient(black_0_14px,transparent_14px_16px)]',
          plinths[level],
        )}
      />
    </div>
  )
}
