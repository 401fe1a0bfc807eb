import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { cupEndpoints } from '../../../contract/cups/cups-endpoints.ts'
import { type CupTeam, NewTeam } from '../../../contract/cups/cups-schemas.ts'
import { api } from '../../platform/api.ts'
import { useRecordForm } from '../../platform/forms/use-record-form.ts'
import { Button } from '../../ui/button.tsx'
import { FormActions, FormDialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { StaleNote } from '../../ui/list/stale-note.tsx'

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
  const form = useRecordForm<CupTeam, NewTeam, NewTeam>({
    record: team,
    schema: NewTeam,
    valuesOf: (record) => ({ name: record?.name ?? '' }),
    create: () => Promise.resolve(team),
    async update(record, _change, { name }) {
      const params = { id: cupId, entrant: record.entrant }
      await api(cupEndpoints.renameTeam, { params, body: { name, base: record.name } })
      return { ...record, name }
    },
    refetch: () => client.invalidateQueries({ queryKey: ['cups', cupId] }),
    words: {
      created: msg`Team renamed`,
      updated: msg`Team renamed`,
      failed: msg`The team was not renamed. Please try again.`,
    },
    titleOf: ({ name }) => name,
    onDone,
  })
  const { conflict } = form
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-5">
      <TextField label={t`Name of the team`} hint={t`Its players are notified.`} {...form.field('name')} />
      {conflict && (
        <StaleNote
          differences={[{ label: msg`Name of the team`, now: conflict.theirs.name }]}
          onTakeTheirs={conflict.takeTheirs}
          onKeepMine={conflict.keepMine}
        />
      )}
      <FormActions busy={form.isSaving}>
        <Trans>Rename</Trans>
      </FormActions>
    </form>
  )
}
