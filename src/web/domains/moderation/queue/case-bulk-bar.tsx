import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { caseStatusLabels } from '../../../../contract/labels.ts'
import { caseOutcomes } from '../../../../contract/moderation/cases.ts'
import { Textarea } from '../../../ui/form/textarea.tsx'
import { BulkBar } from '../../../ui/list/admin-list/bulk-bar.tsx'
import type { CaseBulk } from './use-case-bulk.ts'

const words = {
  action: caseStatusLabels.actioned,
  no_violation: caseStatusLabels.dismissed,
  insufficient: caseStatusLabels.insufficient,
  duplicate: caseStatusLabels.duplicate,
  remove: msg`Remove`,
} as const

const actions = caseOutcomes.map((outcome) => [words[outcome], outcome] as const)

/** Decides all selected cases the same way, with one note. */
export const CaseBulkBar = ({ bulk }: { bulk: CaseBulk }) => {
  const { t } = useLingui()
  return (
    <BulkBar
      bulk={bulk}
      kind="case"
      actions={actions}
      doneText={(count) => msg`${plural(count, { one: '# case decided.', other: '# cases decided.' })}`}
      afterReason={({ decided }) =>
        decided?.note != null && (
          <span className="text-ink-soft"> {t`(noted: ${{ note: decided.note }})`}</span>
        )
      }
      input={{
        isEmpty: bulk.note === '',
        field: (
          <Textarea
            label={t`Note for all of them`}
            rows={1}
            maxLength={1_000}
            value={bulk.note}
            error={bulk.error}
            onChange={(event) => bulk.setNote(event.target.value)}
          />
        ),
      }}
    />
  )
}
