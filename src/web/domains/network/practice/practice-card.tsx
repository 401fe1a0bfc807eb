import { useId } from 'react'
import type { PracticeMode } from '../../../../contract/network/practice-schemas.ts'
import { classes } from '../../../ui/classes.ts'
import { JoinButton } from '../../../ui/join-button.tsx'
import { cardLooks } from './card-looks.ts'
import { glyphOf } from './glyphs/glyph-of.ts'
import { PracticeStage } from './practice-stage.tsx'
import { QueueLine } from './queue-line.tsx'

/** One mode of the menu. `queue` beside the mode: what a failed refetch left is not live, and not shown. */
export function PracticeCard({ mode, queue }: { mode: PracticeMode; queue: number | null }) {
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
        <PracticeStage glyph={glyphOf(mode.name)} className={look.stage} />
        <div className={look.text}>
          <h3 id={headingId} className="wrap-anywhere font-display text-3xl leading-none">
            <bdi>{mode.name}</bdi>
          </h3>
          <p dir="auto" className="wrap-anywhere text-ink-soft text-sm leading-relaxed">
            {mode.description}
          </p>
        </div>
        <div className={look.foot}>
          <JoinButton label="PRACTICE" size="sm" className={look.join} noteHidden />
          <QueueLine queue={queue} />
        </div>
      </article>
    </li>
  )
}
