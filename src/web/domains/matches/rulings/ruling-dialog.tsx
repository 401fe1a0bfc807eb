import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { rulingLimits } from '../../../../contract/matches/rulings.ts'
import { rulingEndpoints } from '../../../../contract/matches/rulings-endpoints.ts'
import { type NewRuling, type Ruling, RulingReason } from '../../../../contract/matches/rulings-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { toast } from '../../../platform/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { counted } from '../../../ui/format-count.ts'
import { ReasonForm } from '../../../ui/reason-form.tsx'

const outcome = ({ state, matches, action }: Ruling) => {
  const what = counted(matches, 'match', 'matches')
  if (state === 'waiting') return `${what}: another admin has to confirm this.`
  if (state === 'applying') return `${what}: the figures are being computed again.`
  return action === 'exclude' ? `${what} excluded` : `${what} restored`
}

interface RulingDialogProps {
  readonly title: ReactNode
  readonly label: ReactNode
  readonly submitLabel: string
  /** What is ruled on; null while fields are missing, which say so themselves. */
  readonly ruling: () => Omit<NewRuling, 'reason'> | null
  /** Fields above the reason. */
  readonly fields?: ReactNode
}

/** Asks for a reason, and makes a ruling on matches. */
export function RulingDialog({ title, label, submitLabel, ruling, fields }: RulingDialogProps) {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const rule = useMutation({
    mutationFn: (body: NewRuling) => api(rulingEndpoints.create, { body }),
    onSuccess(made) {
      toast({ title: 'Ruling Made', description: outcome(made) })
      setOpen(false)
      void client.invalidateQueries()
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Ruling Failed',
        description: errorMessage(error, 'The matches could not be changed.'),
      }),
  })
  return (
    <Dialog
      title={title}
      description="An excluded match stays readable and counts in no figure: totals, boards, streaks and ratings follow. The players learn of it, with your reason."
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button look="quiet" size="sm">
          {label}
        </Button>
      }
    >
      <ReasonForm
        schema={RulingReason}
        maxChars={rulingLimits.reason.max}
        submitLabel={submitLabel}
        busy={rule.isPending}
        before={fields}
        onSubmit={(reason) => {
          const about = ruling()
          if (about !== null) rule.mutate({ ...about, reason })
        }}
      />
    </Dialog>
  )
}
