import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import type { PracticeMode } from '../../../../contract/network/practice-schemas.ts'
import { classes } from '../../../ui/classes.ts'
import { JoinButton } from '../../../ui/join-button.tsx'
import { cardLooks } from './card-looks.ts'
import type { Glyph } from './glyphs/glyph.ts'
import { glyphOf } from './glyphs/glyph-of.ts'
import { PixelGlyph } from './pixel-glyph.tsx'

const floor =
  'bg-[linear-gradient(color-mix(in_srgb,var(--accent)_62%,var(--color-ground))_0_4px,transparent_4px),repeating-linear-gradient(90deg,color-mix(in_srgb,var(--accent)_30%,var(--color-ground))_0_12px,color-mix(in_srgb,var(--accent)_22%,var(--color-ground))_12px_24px)]'

/** Where a mode's picture stands: on a floor of blocks, in its own light. It lifts when its card is pointed at. */
function PracticeSetup({ glyph, className }: { glyph: Glyph; className?: string }) {
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

interface PracticeCardProps {
  readonly mode: PracticeMode
  /** Beside the mode: what a failed refetch left is not live, and not shown. */
  readonly queue: number | null
  /** What goes on in it. */
  readonly today: ReactNode
}

/** One mode of the menu. */
export function PracticeCard({ mode, queue, today }: PracticeCardProps) {
  const headingId = useId()
  const look = cardLooks[mode.category]
  return (
    <li className="min-w-0">
      <article
        aria-labelledby={headingId}
        className={classes(
          'group transition-colors hover:border-line-strong hover:bg-ground-raised',
          look.card,
        )}
      >
        <PracticeSetup glyph={glyphOf(mode.name)} className={look.stage} />
        <div className={look.text}>
          <h3 id={headingId} className="wrap-anywhere font-display text-3xl leading-none">
            <bdi>{mode.name}</bdi>
          </h3>
          <p dir="auto" className="wrap-anywhere text-ink-soft text-sm leading-relaxed">
            {mode.description}
          </p>
        </div>
        {today && <div className={look.today}>{today}</div>}
        <div className={look.foot}>
          <JoinButton label="PRACTICE" size="sm" className={look.join} noteHidden />
          <QueueLine queue={queue} />
        </div>
      </article>
    </li>
  )
}

/** How many wait for this mode; nothing where no game server says so. */
function QueueLine({ queue }: { queue: number | null }) {
  const { t, i18n } = useLingui()
  if (queue === null) return null
  const waiting = queue > 0
  return (
    <p className="flex items-center gap-2 text-sm tabular-nums">
      <span aria-hidden className={classes('size-2 shrink-0', waiting ? 'bg-good' : 'bg-line-strong')} />
      <span className={waiting ? 'font-semibold text-good' : 'text-ink-faint'}>
        {waiting ? t`${{ queue: i18n.number(queue) }} in queue` : t`Nobody in queue`}
      </span>
    </p>
  )
}
