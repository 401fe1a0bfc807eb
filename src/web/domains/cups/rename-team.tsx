import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { cupEndpoints } from '../../../contract/cups/cups-endpoints.ts'
import { type CupTeam, NewTeam } from '../../../contract/cups/cups-schemas.ts'
import { api } from '../../platform/api.ts'
import { errorMessage, refusedFields } from '../../platform/api-error.ts'
import { toast } from '../../platform/toasts.ts'
import { useSchemaForm } from '../../platform/use-schema-form.ts'
import { Button } from '../../ui/button.tsx'
import { FormActions, FormDialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** For staff: another name for a team. */
export const RenameTeam = ({ cupId, team }: { cupId: number; team: CupTeam }) => {
  const { t } = useLingui()
  const { name } = team
  return (
    <FormDialog
      title={t`Rename the team`}
      trigger={
        <Button look="quiet" size="sm" className="justify-self-start">
          <Pencil aria-hidden className="size-4" />
          <Trans>
            Rename <bdi className="sr-only">{name}</bdi>
          </Trans>
        </Button>
      }
    >
      {(close) => <RenameForm cupId={cupId} team={team} onDone={close} />}
    </FormDialog>
  )
}

function RenameForm({ cupId, team, onDone }: { cupId: number; team: CupTeam; onDone: () => void }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const form = useSchemaForm(NewTeam, { name: team.name })
  const rename = useMutation({
    mutationFn: (body: NewTeam) =>
      api(cupEndpoints.renameTeam, { params: { id: cupId, entrant: team.entrant }, body }),
    onError(error) {
      if (refusedFields(error).name !== undefined) return
      toast({
        title: t`The team was not renamed`,
        description: errorMessage(error, t`Please try again.`),
        variant: 'destructive',
      })
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['cups', cupId] }),
  })
  return (
    <form
      noValidate
      onSubmit={form.submit(rename, (body, { onError }) =>
        rename.mutate(body, { onSuccess: onDone, onError }),
      )}
      className="grid gap-5"
    >
      <TextField label={t`Name of the team`} hint={t`Its players are notified.`} {...form.field('name')} />
      <FormActions busy={rename.isPending}>
        <Trans>Rename</Trans>
      </FormActions>
    </form>
  )
}
