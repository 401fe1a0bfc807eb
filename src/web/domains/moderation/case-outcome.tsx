import { Trans, useLingui } from '@lingui/react/macro'
import { caseStatusLabels } from '../../../contract/labels.ts'
import type { ModerationCase } from '../../../contract/moderation/moderation-schemas.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Time } from '../../ui/time.tsx'

type Decided = Exclude<ModerationCase['status'], 'open'>

const tones: Record<Decided, BadgeTone> = {
  removed: 'bad',
  dismissed: 'quiet',
  actioned: 'good',
  insufficient: 'quiet',
  duplicate: 'quiet',
}

/** The outcome of a decided case. */
export function OutcomeBadge({ status }: Pick<ModerationCase, 'status'>) {
  const { t } = useLingui()
  if (status === 'open') return null
  return <Badge tone={tones[status]}>{t(caseStatusLabels[status])}</Badge>
}

/** How a case was decided, by whom, and what they noted. */
export function CaseOutcome({ one: { status, decidedBy: by, decidedAt, note } }: { one: ModerationCase }) {
  const { t } = useLingui()
  return (
    <div className="grid justify-items-start gap-2 text-ink-soft text-sm">
      <OutcomeBadge status={status} />
      <p className="wrap-anywhere">
        {by === null ? (
          t`by an account that is gone`
        ) : (
          <Trans>
            by <bdi>{by}</bdi>
          </Trans>
        )}
        {decidedAt !== null && <Time iso={decidedAt} className="block text-ink-faint text-xs" />}
      </p>
      {note !== null && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-ink">
          {note}
        </p>
      )}
    </div>
  )
}
