import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { canSetRank, wordToGiveUp } from '../../../../contract/accounts/members.ts'
import { memberEndpoints } from '../../../../contract/accounts/members-endpoints.ts'
import type { Member } from '../../../../contract/accounts/members-schemas.ts'
import { type Rank, rankKeys, rankLabel } from '../../../../contract/accounts/ranks.ts'
import { RankSchema } from '../../../../contract/accounts/ranks-schemas.ts'
import { api } from '../../../platform/api.ts'
import { currentOf } from '../../../platform/api-error.ts'
import { useSchemaForm } from '../../../platform/forms/use-schema-form.ts'
import { adminKey } from '../../../platform/keyset-query.ts'
import { useSite } from '../../../platform/site.tsx'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { useViewer, viewerQuery } from '../../../platform/viewer.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormActions, FormDialog } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { GiveUpRank } from './give-up-rank.tsx'

const RankChange = z.object({ rank: RankSchema, confirmation: z.string() })

interface RankDialogProps {
  readonly member: Pick<Member, 'id' | 'username' | 'rank'>
  /** The preselected rank, which the button names. */
  readonly offered?: Rank
}

/** Changes a member's rank to one the viewer may give. Renders nothing when there is none. */
export function RankDialog({ member, offered }: RankDialogProps) {
  const { t } = useLingui()
  const viewer = useViewer()
  const site = useSite()
  const { username } = member
  const allowed = rankKeys().filter((rank) => canSetRank(viewer, member, rank))
  if (allowed.length === 0) return null
  return (
    <FormDialog
      title={
        <Trans>
          Rank of <bdi>{username}</bdi>
        </Trans>
      }
      description={t`It changes right away, here and on the game servers.`}
      trigger={
        <Button look="quiet" size="sm">
          {offered === undefined ? (
            <Trans>
              Change rank<bdi className="sr-only"> of {username}</bdi>
            </Trans>
          ) : (
            <Trans>
              Give the rank {{ rank: rankLabel(offered, site) }}
              <bdi className="sr-only"> to {username}</bdi>
            </Trans>
          )}
        </Button>
      }
    >
      {(close) => (
        <RankForm member={member} initial={offered ?? member.rank} allowed={allowed} onDone={close} />
      )}
    </FormDialog>
  )
}

interface RankFormProps extends Pick<RankDialogProps, 'member'> {
  readonly initial: Rank
  readonly allowed: readonly Rank[]
  readonly onDone: () => void
}

function RankForm({ member, initial, allowed, onDone }: RankFormProps) {
  const { t } = useLingui()
  const site = useSite()
  /** The rank that the change replaces. */
  const [base, setBase] = useState(member.rank)
  const [theirs, setTheirs] = useState<Rank>()
  const change = useSetRank(member, (now) => {
    setBase(now)
    setTheirs(now)
  })
  const form = useSchemaForm(RankChange, { rank: initial, confirmation: '' })
  const viewer = useViewer()
  const chosen = form.watch('rank')
  const word = wordToGiveUp(viewer, member, chosen)
  return (
    <form
      onSubmit={form.submit(change, ({ rank, confirmation }) => {
        if (rank === member.rank || (word !== null && confirmation !== word)) return
        change.mutate(word === null ? { rank, base } : { rank, base, confirmation }, { onSuccess: onDone })
      })}
    >
      <Select
        label={t`Rank`}
        options={allowed.map((value) => ({ value, label: rankLabel(value, site) }))}
        {...form.choice('rank')}
      />
      {word !== null && (
        <div className="mt-4">
          <GiveUpRank word={word} chosen={chosen} {...form.field('confirmation')} />
        </div>
      )}
      {theirs !== undefined && (
        <div className="mt-4">
          <Alert title={t`Somebody else changed this in the meantime`}>
            {t`${{ username: member.username }} is now ${{ rank: rankLabel(theirs, site) }}.`}
          </Alert>
        </div>
      )}
      <FormActions
        busy={change.isPending}
        idle={chosen === member.rank || (word !== null && form.watch('confirmation') !== word)}
      >
        <Trans>Save</Trans>
      </FormActions>
    </form>
  )
}

/** `onStale` gets the rank that somebody else gave in the meantime. */
function useSetRank({ id, username }: Pick<Member, 'id' | 'username'>, onStale: (rank: Rank) => void) {
  const { t } = useLingui()
  const client = useQueryClient()
  const site = useSite()
  return useMutation({
    mutationFn: (body: { readonly rank: Rank; readonly base: Rank; readonly confirmation?: string }) =>
      api(memberEndpoints.setRank, { params: { id }, body }),
    onSuccess: ({ rank }) =>
      toast({
        title: t`Rank Updated`,
        description: t`${username} is now ${{ rank: rankLabel(rank, site) }}.`,
      }),
    onError(error) {
      const current = currentOf(error) as Member | undefined
      if (current !== undefined) return onStale(current.rank)
      toastFailure(t`Update Failed`, error, t`The rank could not be changed.`)
    },
    // The viewer first: it may have been their own rank, and what they may not read any more is not asked for.
    async onSettled() {
      await client.invalidateQueries({ queryKey: viewerQuery.queryKey })
      await client.invalidateQueries({ queryKey: adminKey })
    },
  })
}
