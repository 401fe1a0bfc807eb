import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { memberEndpoints } from '../../../../contract/accounts/members-endpoints.ts'
import type { DeletedMember } from '../../../../contract/accounts/members-schemas.ts'
import { isOwner } from '../../../../contract/accounts/ranks.ts'
import { api } from '../../../platform/api.ts'
import { adminKey } from '../../../platform/keyset-query.ts'
import { serverNow } from '../../../platform/live/server-clock.ts'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { useViewer } from '../../../platform/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { CardText, CardTitle } from '../../../ui/card.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { RankBadge } from '../../../ui/rank-badge.tsx'
import { Time } from '../../../ui/time.tsx'
import { deletedMembersQuery } from './deleted-members-query.ts'

/** Deleted members whose account can still be restored. Renders nothing for viewers without the right. */
export function DeletedMembers() {
  const viewer = useViewer()
  return isOwner(viewer) ? <DeletedList /> : null
}

function DeletedList() {
  const { t } = useLingui()
  const query = useQuery(deletedMembersQuery(api))
  return (
    <section className="mt-10 grid gap-4">
      <div className="grid gap-1">
        <CardTitle>
          <Trans>Deleted members</Trans>
        </CardTitle>
        <CardText>
          <Trans>
            For 14 days an account can be restored, by an Owner or by signing in. Then it is gone.
          </Trans>
        </CardText>
      </div>
      <Loaded
        query={query}
        failed={t`The deleted members could not be loaded.`}
        loading={
          <div role="status">
            <span className="sr-only">
              <Trans>Loading deleted members...</Trans>
            </span>
            <Skeleton className="h-16" />
          </div>
        }
      >
        {(members) =>
          members.length === 0 ? (
            <CardText>
              <Trans>No account can be restored.</Trans>
            </CardText>
          ) : (
            <ul className="grid divide-y divide-line rounded-lg border border-line bg-ground-card">
              {members.map((member) => (
                <DeletedRow key={member.id} member={member} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}

function DeletedRow({ member }: { readonly member: DeletedMember }) {
  const { t } = useLingui()
  const { username, rank, deletesAt } = member
  const restore = useRestore(member)
  const daysLeft = Math.max(1, Math.ceil((Date.parse(deletesAt) - serverNow()) / 86_400_000))
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-2.5">
      <div className="min-w-0">
        <p className="flex min-w-0 items-center gap-2">
          <bdi className="truncate font-bold">{username}</bdi>
          <RankBadge rank={rank} />
        </p>
        <p className="text-ink-faint text-xs leading-5">
          <Plural value={daysLeft} one="# day left" other="# days left" />
          {' · '}
          <Trans>
            gone on <Time iso={deletesAt} />
          </Trans>
        </p>
      </div>
      <Confirm
        title={
          <Trans>
            Restore the account of <bdi>{username}</bdi>?
          </Trans>
        }
        description={t`Profile, player, posts, likes and follows come back, and they can sign in again. A staff rank does not: give it again in the list above.`}
        confirmLabel={t`Restore`}
        variant="default"
        onConfirm={() => !restore.isPending && restore.mutate()}
        trigger={
          <Button look="quiet" size="sm">
            <Trans>
              Restore<bdi className="sr-only"> {username}</bdi>
            </Trans>
          </Button>
        }
      />
    </li>
  )
}

function useRestore({ id, username }: DeletedMember) {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api(memberEndpoints.restore, { params: { id } }),
    onSuccess: () => toast({ title: t`Account restored`, description: t`${username} can sign in again.` }),
    onError: (error) => toastFailure(t`Account not restored`, error, t`Please try again.`),
    onSettled: () => client.invalidateQueries({ queryKey: adminKey }),
  })
}
