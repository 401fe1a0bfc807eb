import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UserCog } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { canSetRank, wordToGiveUp } from '../../../../contract/accounts/members.ts'
import { memberEndpoints } from '../../../../contract/accounts/members-endpoints.ts'
import { type Rank, rankKeys, rankLabel } from '../../../../contract/accounts/ranks.ts'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import { api } from '../../../platform/api.ts'
import { useSite } from '../../../platform/site.tsx'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { useLocale } from '../../../platform/translation.tsx'
import { viewerQuery } from '../../../platform/viewer.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormActions, FormDialog } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { GiveUpRank } from '../members/give-up-rank.tsx'

/** Changes the viewer's own rank, or says who may change it. */
export function EditRoleDialog({ viewer }: { viewer: OwnUser }) {
  const { t } = useLingui()
  return (
    <FormDialog
      title={t`Edit role`}
      trigger={
        <Button look="quiet">
          <UserCog aria-hidden className="size-4" />
          <Trans>Edit role</Trans>
        </Button>
      }
    >
      {(close) => <RoleForm viewer={viewer} onDone={close} />}
    </FormDialog>
  )
}

function RoleForm({ viewer, onDone }: { viewer: OwnUser; onDone: () => void }) {
  const { t } = useLingui()
  const site = useSite()
  const locale = useLocale()
  const [wanted, setWanted] = useState(viewer.rank)
  const [refused, setRefused] = useState<Rank>()
  const [confirmation, setConfirmation] = useState('')
  const change = useOwnRank(viewer, onDone)
  const word = canSetRank(viewer, viewer, wanted) ? wordToGiveUp(viewer, viewer, wanted) : null
  const isIdle = wanted === viewer.rank || (word !== null && confirmation !== word)
  const labelOf = (rank: Rank) => rankLabel(rank, site)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isIdle || change.isPending) return
    if (canSetRank(viewer, viewer, wanted))
      change.mutate(word === null ? { rank: wanted } : { rank: wanted, confirmation })
    else setRefused(wanted)
  }

  const entitled = rankKeys().filter(
    (rank) => refused !== undefined && canSetRank({ id: viewer.id, rank }, viewer, refused),
  )
  const either = new Intl.ListFormat(locale, { type: 'disjunction' }).format(entitled.map(labelOf))
  return (
    <form method="post" onSubmit={submit} className="grid gap-5">
      <Select
        label={t`Role`}
        options={rankKeys().map((value) => ({ value, label: labelOf(value) }))}
        value={wanted}
        onValueChange={(rank) => {
          setWanted(rank)
          setRefused(undefined)
        }}
      />
      {refused !== undefined && (
        <Alert>
          <Trans>
            Your role stays {{ rank: labelOf(viewer.rank) }}: only {{ ranks: either }} can make you{' '}
            {{ refused: labelOf(refused) }}.
          </Trans>
        </Alert>
      )}
      {word !== null && (
        <GiveUpRank
          word={word}
          chosen={wanted}
          value={confirmation}
          onChange={({ target }) => setConfirmation(target.value)}
        />
      )}
      <FormActions busy={change.isPending} idle={isIdle}>
        <Trans>Save role</Trans>
      </FormActions>
    </form>
  )
}

function useOwnRank({ id, rank: base }: OwnUser, onDone: () => void) {
  const { t } = useLingui()
  const client = useQueryClient()
  const site = useSite()
  return useMutation({
    mutationFn: (body: { readonly rank: Rank; readonly confirmation?: string }) =>
      api(memberEndpoints.setRank, { params: { id }, body: { ...body, base } }),
    onSuccess({ rank }) {
      onDone()
      toast({ title: t`Role Updated`, description: t`You are now ${{ rank: rankLabel(rank, site) }}.` })
    },
    onError: (error) => toastFailure(t`Update Failed`, error, t`Your role could not be changed.`),
    onSettled: () => client.invalidateQueries({ queryKey: viewerQuery.queryKey }),
  })
}
