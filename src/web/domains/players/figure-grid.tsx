import { useLingui } from '@lingui/react/macro'
import type { Stats } from '../../../contract/rankings/stats-schemas.ts'
import { useLocale } from '../../platform/translation.tsx'
import { classes } from '../../ui/classes.ts'
import { type FigureLabel, figures } from './figures.ts'

/** Chosen figures, big, side by side. */
export function FigureGrid({
  stats,
  show,
  className,
}: {
  stats: Stats
  show: readonly FigureLabel[]
  /** Columns. */
  className: string
}) {
  const locale = useLocale()
  const { t } = useLingui()
  const shown = show.flatMap((label) => figures.filter((figure) => figure.label === label))
  return (
    <dl className={classes('grid gap-px overflow-hidden rounded-md border border-line bg-line', className)}>
      {shown.map(({ label, text, of }) => (
        <div key={label} className="flex flex-col-reverse justify-end gap-1 bg-ground-card px-4 py-3">
          <dt className="text-ink-faint text-sm">{t(text)}</dt>
          <dd className="wrap-anywhere font-display text-3xl tabular-nums leading-none">
            {of(stats, locale)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
