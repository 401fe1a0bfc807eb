import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { appealLimits, appealOutcomes } from '../../../../contract/moderation/appeals.ts'
import { appealEndpoints } from '../../../../contract/moderation/appeals-endpoints.ts'
import type { Appeal } from '../../../../contract/moderation/appeals-schemas.ts'
import { multiLine } from '../../../../contract/written-schemas.ts'
import { api } from '../../../platform/api.ts'
import { useUndo } from '../../../platform/forms/use-undo.ts'
import { serverNow } from '../../../platform/live/server-clock.ts'
import { toastFailure } from '../../../platform/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ReasonForm } from '../../../ui/form/reason-form.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { staffAppealsKey } from './appeal-queries.ts'

const labels = { upheld: msg`Uphold it`, reduced: msg`Let it end earlier`, lifted: msg`Lift it` } as const
const outcomes = appealOutcomes.map((value) => ({ value, label: labels[value] }))
const lengths = [1, 3, 7, 14, 30, 90].map((days) => ({
  value: String(days),
  label: msg`${plural(days, { one: 'In # day', other: 'In # days' })}`,
}))

const Note = z.object({ reason: multiLine({ name: 'Reason', ...appealLimits.note }) })

interface AppealChoice {
  readonly outcome: (typeof appealOutcomes)[number]
  readonly note: string
  readonly removeDraft: () => void
}

/** Nothing is chosen beforehand. Uphold, reduce or lift; what was typed stays when a colleague was first. */
export function DecideAppeal({ appeal }: { appeal: Appeal }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const offerUndo = useUndo()
  const [open, setOpen] = useState(false)
  const [outcome, setOutcome] = useState<(typeof appealOutcomes)[number]>()
  const [error, setError] = useState<string>()
  const [days, setDays] = useState('3')
  const decide = useMutation({
    mutationFn: ({ note, outcome }: AppealChoice) =>
      api(appealEndpoints.decide, {
        params: { id: appeal.id },
        body: {
          outcome,
          note,
          until:
            outcome === 'reduced' ? new Date(serverNow() + Number(days) * 86_400_000).toISOString() : null,
        },
      }),
    onSuccess(_decided, { removeDraft, outcome }) {
      removeDraft()
      const name = appeal.player?.username ?? t`A deleted account`
      offerUndo({
        title: t`Appeal Decided`,
        about: (
          <Trans>
            <bdi>{name}</bdi>: {{ decision: t(labels[outcome]) }}. The player and the game are notified.
          </Trans>
        ),
        async undo() {
          await api(appealEndpoints.undo, { params: { id: appeal.id } })
          return undefined
        },
        undone: t`Appeal Reopened`,
        queryKey: staffAppealsKey,
      })
      setOpen(false)
      return client.invalidateQueries({ queryKey: staffAppealsKey })
    },
    onError: (error) => toastFailure(t`Update Failed`, error, t`The appeal could not be decided.`),
  })
  const hasEnd = appeal.about.state === 'active'
  return (
    <Dialog
      title={t`Decide this appeal`}
      description={t`The player reads your reason.`}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm">
          <Trans>Decide</Trans>
        </Button>
      }
    >
      <ReasonForm
        schema={Note}
        draftName={`appeal-decision-${appeal.id}`}
        maxChars={appealLimits.note.max}
        submitLabel={t`Decide`}
        busy={decide.isPending}
        onSubmit={(note, removeDraft) => {
          setError(outcome === undefined ? t`Choose a decision` : undefined)
          if (outcome !== undefined) decide.mutate({ note, outcome, removeDraft })
        }}
        before={
          <>
            <Select
              label={t`Decision`}
              options={outcomes.filter(({ value }) => hasEnd || value !== 'reduced')}
              value={outcome}
              error={error}
              onValueChange={(value) => {
                setOutcome(appealOutcomes.find((one) => one === value))
                setError(undefined)
              }}
            />
            {outcome === 'reduced' && (
              <Select label={t`It ends`} options={lengths} value={days} onValueChange={setDays} />
            )}
          </>
        }
      />
    </Dialog>
  )
}
