import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { settledDeviation } from '../../../contract/rankings/ratings.ts'

/** What the signs beside a rating mean, one sentence each, where they stand. */
export function RatingHelp({ className = '' }: { className?: string }) {
  const { t } = useLingui()
  return (
    <details className={`text-sm ${className}`}>
      <summary className="inline-flex min-h-8 cursor-pointer items-center font-semibold text-ink underline underline-offset-4">
        <Trans>What do ±, ? and the tiers mean?</Trans>
      </summary>
      <dl className="mt-1 grid max-w-prose gap-2 text-ink-soft">
        <Meaning sign="± 60">
          <Trans>How sure the rating is. It falls as you play and grows while you do not.</Trans>
        </Meaning>
        <Meaning sign="?">
          <Trans>
            Provisional: the ± is above {settledDeviation}. About a dozen rated matches put you on the board.
          </Trans>
        </Meaning>
        <Meaning sign={t`Tier`}>
          <Trans>A name for a range of ratings, the same for everybody. It cannot be bought.</Trans>
        </Meaning>
      </dl>
      <Link
        to="/ratings"
        className="mt-2 inline-flex min-h-8 items-center font-semibold text-ink underline underline-offset-4"
      >
        <Trans>How ratings work</Trans>
      </Link>
    </details>
  )
}

const Meaning = ({ sign, children }: { sign: string; children: ReactNode }) => (
  <div className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-2">
    <dt className="font-bold text-ink">{sign}</dt>
    <dd>{children}</dd>
  </div>
)
