import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import type { InviteState } from '../../../../contract/accounts/invites.ts'
import { inviteEndpoints } from '../../../../contract/accounts/invites-endpoints.ts'
import type { Invite } from '../../../../contract/accounts/invites-schemas.ts'
import { isOwner } from '../../../../contract/accounts/ranks.ts'
import type { Message } from '../../../../contract/languages.ts'
import { api } from '../../../platform/api.ts'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { useViewer } from '../../../platform/viewer.ts'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardText, CardTitle } from '../../../ui/card.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { CopyRow } from '../../../ui/copy-button.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { PlayerName } from '../../../ui/player-name.tsx'
import { RankBadge } from '../../../ui/rank-badge.tsx'
import { Time } from '../../../ui/time.tsx'
import { invitesQuery, refetchInvites } from './invites-query.ts'

/** Every invitation with what became of it. */
export function Invites() {
  const { t } = useLingui()
  const query = useQuery(invitesQuery(api))
  return (
    <Loaded
      query={query}
      failed={t`The invitations could not be loaded.`}
      loading={
        <div className="grid gap-3">
          <p role="status" className="sr-only">
            <Trans>Loading invitations...</Trans>
          </p>
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} className="h-20" />
          ))}
        </div>
      }
    >
      {(invites) =>
        invites.length === 0 ? (
          <EmptyState icon={Mail} title={t`No invitations yet`}>
            <Trans>A link makes one person staff: it works once, for 7 days.</Trans>
          </EmptyState>
        ) : (
          <ul className="grid gap-2">
            {invites.map((invite) => (
              <InviteItem key={invite.id} invite={invite} />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

/** The link of an invitation that was just made. */
export function NewInviteLink({ link, onDone }: { link: string; onDone: () => void }) {
  const { t } = useLingui()
  return (
    <Card tone="ember" className="mb-6 grid grid-cols-[minmax(0,1fr)] gap-5">
      <div role="status" className="grid gap-2">
        <CardTitle>
          <Trans>Send this link</Trans>
        </CardTitle>
        <CardText>
          <Trans>
            It is shown only now, and works once, for 7 days. Whoever opens it first gets the rank, so send it
            to that person only.
          </Trans>
        </CardText>
      </div>
      <CopyRow label={t`Invitation`} value={link} />
      <div className="flex justify-end border-line border-t pt-5">
        <Button onClick={onDone}>
          <Trans>I have sent the link</Trans>
        </Button>
      </div>
    </Card>
  )
}

const states: Readonly<Record<InviteState, readonly [BadgeTone, Message]>> = {
  open: ['gold', msg({ message: 'Open', context: 'state' })],
  used: ['good', msg`Used`],
  expired: ['quiet', msg`Expired`],
  revoked: ['quiet', msg`Revoked`],
}

function InviteItem({ invite }: { invite: Invite }) {
  const { t } = useLingui()
  const viewer = useViewer()
  const { rank, note, state, by, createdAt, expiresAt, usedBy } = invite
  const [tone, label] = states[state]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-lg border border-line bg-ground-card p-4">
      <div className="grid min-w-0 flex-1 basis-64 gap-2">
        <p className="flex flex-wrap items-center gap-2">
          <RankBadge rank={rank} />
          <Badge tone={tone}>{t(label)}</Badge>
        </p>
        {note !== '' && <p className="wrap-anywhere text-sm">{note}</p>}
        <p className="wrap-anywhere text-ink-faint text-sm">
          {state === 'open' ? (
            <Trans>
              By <bdi>{by}</bdi>, <Time iso={createdAt} />, until <Time iso={expiresAt} />
            </Trans>
          ) : usedBy === null ? (
            <Trans>
              By <bdi>{by}</bdi>, <Time iso={createdAt} />
            </Trans>
          ) : (
            <Trans>
              By <bdi>{by}</bdi>, <Time iso={createdAt} />. Used by <PlayerName name={usedBy.username} />
            </Trans>
          )}
        </p>
      </div>
      {state === 'open' && isOwner(viewer) && <RevokeInvite invite={invite} />}
    </li>
  )
}

function RevokeInvite({ invite: { id } }: { invite: Invite }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => api(inviteEndpoints.revoke, { params: { id } }),
    onSuccess: () => toast({ title: t`Invitation revoked` }),
    onError: (error) =>
      toastFailure(t`Revoking failed`, error, t`The invitation could not be revoked. Please try again.`),
    onSettled: () => refetchInvites(client),
  })
  return (
    <Confirm
      title={t`Revoke the invitation?`}
      description={t`Its link stops working. You can make another one.`}
      confirmLabel={t`Revoke`}
      onConfirm={() => revoke.mutate()}
      trigger={
        <Button look="quiet" size="sm" variant="red">
          <Trans>Revoke</Trans>
        </Button>
      }
    />
  )
}
