import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { useState } from 'react'
import { cupEndpoints } from '../../../contract/cups/cups-endpoints.ts'
import { type DisputableResult, type MyCup, NewDispute } from '../../../contract/cups/cups-schemas.ts'
import { api } from '../../platform/api.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { useFormDraft } from '../../platform/forms/use-form-draft.ts'
import { useSchemaForm } from '../../platform/forms/use-schema-form.ts'
import { useClock } from '../../platform/live/server-clock.ts'
import { toast } from '../../platform/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, FormActions } from '../../ui/dialog.tsx'
import { DraftNote } from '../../ui/form/draft-note.tsx'
import { Textarea } from '../../ui/form/textarea.tsx'

/** The result of the viewer that can still be disputed: of a match, or the newest. */
export const disputableOf = ({ disputable = [] }: MyCup, node?: string): DisputableResult | undefined =>
  disputable.find((one) => node === undefined || one.node === node)

interface DisputeProps {
  readonly cupId: number
  readonly result: DisputableResult
}

/** For a side of a match: its result is wrong. With the time that is left to say so. */
export function Dispute({ cupId, result }: DisputeProps) {
  const { t } = useLingui()
  const clock = useClock()
  const [isOpen, setOpen] = useState(false)
  const leftMs = clock === null ? null : Date.parse(result.until) - clock
  // What somebody is writing stays; the server says whether it comes too late.
  if (leftMs !== null && leftMs <= 0 && !isOpen) return null
  const minutes = leftMs === null ? null : Math.ceil(leftMs / 60_000)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t`This result is wrong`}
        description={t`Say what happened. The team looks at it, and the cup waits with its end. Play goes on meanwhile.`}
        trigger={
          <Button look="quiet" variant="red">
            <Flag aria-hidden className="size-4" />
            <Trans>This result is wrong</Trans>
          </Button>
        }
      >
        <DisputeForm cupId={cupId} cupMatchId={result.cupMatchId} onDone={() => setOpen(false)} />
      </Dialog>
      <span className="text-ink-soft text-sm">
        {minutes === null ? (
          t`You can say so for 10 minutes.`
        ) : (
          <Plural value={minutes} one="# minute left to say so" other="# minutes left to say so" />
        )}
      </span>
    </div>
  )
}

const noReason = { reason: '' }

interface DisputeFormProps {
  readonly cupId: number
  readonly cupMatchId: string
  readonly onDone: () => void
}

function DisputeForm({ cupId, cupMatchId, onDone }: DisputeFormProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const form = useSchemaForm(NewDispute, { cupMatchId, reason: '' })
  const draft = useFormDraft(form, `dispute-${cupMatchId}`, noReason)
  const dispute = useMutation({
    mutationFn: (body: NewDispute) => api(cupEndpoints.dispute, { params: { id: cupId }, body }),
    onSuccess() {
      draft.remove()
      toast({ title: t`The team looks at the result` })
    },
    onError: (error) =>
      toast({
        title: t`That did not work`,
        description: errorMessage(error, t`Please try again.`),
        variant: 'destructive',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['cups', cupId] }),
  })
  return (
    <form
      noValidate
      onSubmit={form.submit(dispute, (body, { onError }) =>
        dispute.mutate(body, { onSuccess: onDone, onError }),
      )}
      className="grid gap-5"
    >
      <DraftNote restored={draft.restored} onDiscard={draft.discard} />
      <Textarea
        label={t`What happened?`}
        hint={t`10 to 500 characters. Only staff read it.`}
        rows={3}
        {...form.field('reason')}
      />
      <FormActions busy={dispute.isPending}>
        <Trans context="verb: a result">Dispute</Trans>
      </FormActions>
    </form>
  )
}
