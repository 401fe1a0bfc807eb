import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { memberEndpoints } from '../../../../contract/accounts/members-endpoints.ts'
import type { Member } from '../../../../contract/accounts/members-schemas.ts'
import {
  canSetRank,
  type Rank,
  rankKeys,
  rankLabel,
  wordToGiveUp,
} from '../../../../contract/accounts/ranks.ts'
import { RankSchema } from '../../../../contract/accounts/ranks-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { adminKey } from '../../../platform/keyset-query.ts'
import { useSite } from '../../../platform/site.tsx'
import { toast } from '../../../platform/toasts.ts'
import { useSchemaForm } from '../../../platform/use-schema-form.ts'
import { useViewer, viewerQuery } from '../../../platform/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { FormActions, FormDialog } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/select.tsx'
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
  const change = useSetRank(member)
  const form = useSchemaForm(RankChange, { rank: initial, confirmation: '' })
  const viewer = useViewer()
  const chosen = form.watch('rank')
  const word = wordToGiveUp(viewer, member, chosen)
  return (
    <form
      onSubmit={form.submit(change, ({ rank, confirmation }) => {
        if (rank === member.rank || (word !== null && confirmation !== word)) return
        change.mutate(word === null ? { rank } : { rank, confirmation }, { onSuccess: onDone })
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
      <FormActions
        busy={change.isPending}
        idle={chosen === member.rank || (word !== null && form.watch('confirmation') !== word)}
      >
        <Trans>Save</Trans>
      </FormActions>
    </form>
  )
}

function useSetRank({ id, username }: Pick<Member, 'id' | 'username'>) {
  const { t } = useLingui()
  const client = useQueryClient()
  const site = useSite()
  return useMutation({
    mutationFn: (body: { readonly rank: Rank; readonly confirmation?: string }) =>
      api(memberEndpoints.setRank, { params: { id }, body }),
    onSuccess: ({ rank }) =>
      toast({
        title: t`Rank Updated`,
        description: t`${username} is now ${{ rank: rankLabel(rank, site) }}.`,
      }),
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: t`Update Failed`,
        description: errorMessage(error, t`The rank could not be changed.`),
      }),
    // The viewer too: it may have been their own rank.
    onSettled: () =>
      Promise.all([adminKey, viewerQuery.queryKey].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}
