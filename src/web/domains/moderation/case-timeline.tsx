import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Message } from '../../../contract/languages.ts'
import type { TimelineEntry } from '../../../contract/moderation/cases-schemas.ts'
import type { ModerationCase } from '../../../contract/moderation/moderation-schemas.ts'
import { api } from '../../platform/api.ts'
import { Button } from '../../ui/button.tsx'
import { fewBlankLines } from '../../ui/form/few-blank-lines.ts'
import { Time } from '../../ui/time.tsx'
import { OutcomeBadge } from './case-outcome.tsx'
import { timelineQuery } from './cases-query.ts'

const words: Record<TimelineEntry['what'], Message> = {
  reported: msg`Reported`,
  decided: msg`Decided`,
  reopened: msg`Opened again`,
  undone: msg`Decision undone`,
  takenOver: msg`Taken over`,
  restricted: msg`Restricted`,
  unrestricted: msg`Restriction lifted`,
  cleared: msg`Profile cleared`,
  removed: msg`Removed`,
  ban: msg`Banned`,
  mute: msg`Muted`,
  kick: msg`Kicked`,
  warn: msg`Warned`,
}

const states = {
  active: msg({ message: 'in force', context: 'a punishment' }),
  given: null,
  ended: msg({ message: 'over', context: 'a punishment' }),
  lifted: msg({ message: 'lifted', context: 'a punishment' }),
} as const

/** What happened about the subject, the oldest first; asked for again with the case. */
export function CaseTimeline({ one }: { one: ModerationCase }) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(timelineQuery(api, one))
  if (data === undefined)
    return (
      error !== null && (
        <p className="flex flex-wrap items-center gap-2 text-ink-soft text-sm">
          <Trans>The timeline could not be loaded.</Trans>
          <Button look="quiet" size="sm" onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </p>
      )
    )
  if (data.length === 0) return null
  const shown = new Set(one.reports.map(({ id }) => id))
  return (
    <section aria-label={t`Timeline`} className="grid min-w-0 content-start gap-2 border-line border-t pt-3">
      <h3 className="font-bold text-sm">
        <Trans>Timeline</Trans>
      </h3>
      <ol className="grid gap-2 border-line border-s ps-3 text-sm">
        {data.map((entry, index) => (
          <Entry
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and none moves.
            key={index}
            entry={entry}
            isShownAbove={entry.reportId !== null && shown.has(entry.reportId)}
          />
        ))}
      </ol>
    </section>
  )
}

/** The words of a report that stands above are not repeated. */
function Entry({ entry, isShownAbove }: { entry: TimelineEntry; isShownAbove: boolean }) {
  const { t } = useLingui()
  const { what, at, by, status, text, punishment } = entry
  const name = punishment?.name
  const state = punishment && states[punishment.state]
  return (
    <li className="grid gap-0.5">
      <p className="wrap-anywhere flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">{t(words[what])}</span>
        {status !== null && <OutcomeBadge status={status} />}
        {punishment !== null && (
          <span>
            {punishment.until === null ? (
              <bdi>{punishment.name}</bdi>
            ) : (
              <Trans>
                <bdi>{name}</bdi> until <Time iso={punishment.until} />
              </Trans>
            )}
            {state !== null && `, ${t(state)}`}
          </span>
        )}
        {by !== null && (
          <span className="text-ink-soft">
            <Trans>
              by <bdi>{by}</bdi>
            </Trans>
          </span>
        )}
        <Time iso={at} className="text-ink-faint text-xs" />
      </p>
      {text !== null && !isShownAbove && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-ink-soft">
          {fewBlankLines(text)}
        </p>
      )}
    </li>
  )
}
