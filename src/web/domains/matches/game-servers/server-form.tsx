import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { gameServerLimits } from '../../../../contract/matches/game-servers.ts'
import { gameServerEndpoints } from '../../../../contract/matches/game-servers-endpoints.ts'
import { GameServerForm, type GameServerRecord } from '../../../../contract/matches/game-servers-schemas.ts'
import { api } from '../../../platform/api.ts'
import { useRecordForm } from '../../../platform/forms/use-record-form.ts'
import { FormActions } from '../../../ui/dialog.tsx'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { type Difference, StaleNote } from '../../../ui/list/stale-note.tsx'
import { refetchGameServers } from './game-servers-query.ts'

/** Returns what somebody else changed. */
const differencesOf = (before: GameServerRecord, now: GameServerRecord): Difference[] =>
  [
    before.name !== now.name && { label: msg`Name`, now: now.name },
    before.setsRanks !== now.setsRanks && {
      label: msg`May set ranks`,
      now: now.setsRanks ? <Trans>yes</Trans> : <Trans>no</Trans>,
    },
  ].filter((difference) => difference !== false)

interface ServerFormProps {
  /** Undefined for a new one. */
  readonly server?: GameServerRecord
  readonly onMade?: (server: GameServerRecord, secret: string) => void
  readonly onDone: () => void
}

export function ServerForm({ server, onMade, onDone }: ServerFormProps) {
  const { t } = useLingui()

  const client = useQueryClient()
  const form = useRecordForm<GameServerRecord, GameServerForm, GameServerForm>({
    record: server,
    schema: GameServerForm,
    valuesOf: (record) => ({ name: record?.name ?? '', setsRanks: record?.setsRanks ?? false }),
    async create(body) {
      const made = await api(gameServerEndpoints.create, { body })
      onMade?.(made.server, made.secret)
      return made.server
    },
    update: ({ id, version }, body) =>
      api(gameServerEndpoints.update, { params: { id }, body, ifMatch: version }),
    refetch: () => refetchGameServers(client),
    words: {
      created: msg`Game server created`,
      updated: msg`Game server updated`,
      failed: msg`The game server could not be saved. Please try again.`,
    },
    titleOf: ({ name }) => name,
    onDone,
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-5">
      <TextField
        label={t`Name`}
        required
        maxLength={gameServerLimits.name}
        hint={t`As staff read it, like Practice EU`}
        {...form.field('name')}
      />
      <CheckboxField
        label={t`May set ranks`}
        hint={t`Ranks below staff, such as those that your shop sells in game.`}
        {...form.field('setsRanks')}
      />
      {form.conflict && (
        <StaleNote
          differences={differencesOf(form.conflict.base, form.conflict.theirs)}
          onTakeTheirs={form.conflict.takeTheirs}
          onKeepMine={form.conflict.keepMine}
        />
      )}
      <FormActions busy={form.isSaving}>
        {server === undefined ? t`Make the key` : t`Save changes`}
      </FormActions>
    </form>
  )
}
