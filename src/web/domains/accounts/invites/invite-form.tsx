import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { canInviteTo, inviteLimits } from '../../../../contract/accounts/invites.ts'
import { inviteEndpoints } from '../../../../contract/accounts/invites-endpoints.ts'
import { type Invite, NewInvite } from '../../../../contract/accounts/invites-schemas.ts'
import { isStaffRank, listRanks, rankLabel } from '../../../../contract/accounts/ranks.ts'
import { api } from '../../../platform/api.ts'
import { useRecordForm } from '../../../platform/forms/use-record-form.ts'
import { useSite } from '../../../platform/site.tsx'
import { useViewer } from '../../../platform/viewer.ts'
import { FormActions } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { refetchInvites } from './invites-query.ts'

interface InviteFormProps {
  readonly onMade: (link: string) => void
  readonly onDone: () => void
}

export function InviteForm({ onMade, onDone }: InviteFormProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const site = useSite()
  const viewer = useViewer()
  const ranks = listRanks()
    .filter(({ key }) => viewer !== null && canInviteTo(viewer, key))
    .map(({ key }) => ({ value: key, label: rankLabel(key, site) }))
  const form = useRecordForm<Invite, z.input<typeof NewInvite>, z.infer<typeof NewInvite>>({
    record: undefined,
    schema: NewInvite,
    // The lowest staff rank: more is a choice.
    valuesOf: () => ({ rank: ranks.find(({ value }) => isStaffRank(value))?.value ?? '', note: '' }),
    async create(body) {
      const made = await api(inviteEndpoints.create, { body })
      onMade(made.link)
      return made.invite
    },
    update: (record) => Promise.resolve(record),
    refetch: () => refetchInvites(client),
    words: {
      created: msg`Invitation created`,
      updated: msg`Invitation updated`,
      failed: msg`The invitation could not be saved. Please try again.`,
    },
    titleOf: ({ rank }) => rankLabel(rank, site),
    onDone,
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-5">
      <Select label={t`Rank`} options={ranks} {...form.choice('rank')} />
      <TextField
        label={t`Note`}
        maxLength={inviteLimits.note}
        hint={t`Who it is for. Only staff read it.`}
        {...form.field('note')}
      />
      <FormActions busy={form.isSaving}>
        <Trans>Make the link</Trans>
      </FormActions>
    </form>
  )
}
