import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { canDecideCase } from '../../../contract/moderation/moderation.ts'
import { moderationEndpoints } from '../../../contract/moderation/moderation-endpoints.ts'
import { type ModerationCase, Reopening } from '../../../contract/moderation/moderation-schemas.ts'
import { api } from '../../platform/api.ts'
import { adminKey } from '../../platform/keyset-query.ts'
import { toast, toastFailure } from '../../platform/toasts.ts'
import { useViewer } from '../../platform/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ReasonForm } from '../../ui/form/reason-form.tsx'

const ReasonSchema = z.pick(Reopening, { reason: true })

interface ReopenCaseProps {
  readonly decided: ModerationCase
  readonly onReopened: () => void
}

/** Opens a decided case again, with a reason; nothing for somebody who may not decide it. */
export function ReopenCase({ decided, onReopened }: ReopenCaseProps) {
  const { t } = useLingui()
  const viewer = useViewer()
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const { subjectType, subjectId, subject } = decided
  const reopen = useMutation({
    mutationFn: (reason: string) =>
      api(moderationEndpoints.reopen, { body: { subjectType, subjectId, reason } }),
    onSuccess() {
      toast({ title: t`Case Reopened` })
      setIsAsking(false)
      onReopened()
    },
    onError: (error) => toastFailure(t`Update Failed`, error, t`The case could not be opened again.`),
    onSettled: () => client.invalidateQueries({ queryKey: adminKey }),
  })
  if (!canDecideCase(viewer, decided)) return null
  return (
    <Dialog
      title={t`Open this case again?`}
      description={t`It returns to the open ones, and its reporters are told once it is decided again.`}
      open={isAsking}
      onOpenChange={setIsAsking}
      trigger={
        <Button look="quiet" size="sm">
          <Trans>Reopen</Trans>
          <bdi className="sr-only"> ({subject?.username ?? t`an account that is gone`})</bdi>
        </Button>
      }
    >
      <ReasonForm
        schema={ReasonSchema}
        hint={t`Your colleagues read it`}
        submitLabel={t`Reopen case`}
        busy={reopen.isPending}
        onSubmit={(reason) => reopen.mutate(reason)}
      />
    </Dialog>
  )
}
