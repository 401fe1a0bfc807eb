import { Trans, useLingui } from '@lingui/react/macro'
import { BadgeCheck, Unlink } from 'lucide-react'
import type { DiscordLink } from '../../../../contract/players/discord-link-schemas.ts'
import { Button } from '../../../ui/button.tsx'
import { CardText } from '../../../ui/card.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useBeginLink, useUnlinkDiscord } from './use-discord-link.ts'

export function DiscordLinkState({ link, memberId }: { link: DiscordLink | null; memberId: number }) {
  return link === null ? <NotLinked /> : <Linked link={link} memberId={memberId} />
}

function NotLinked() {
  const { t } = useLingui()
  return (
    <div className="grid justify-items-start gap-5">
      <CardText>
        <Trans>
          Link your Discord account to get roles there. Discord learns your name here, your rank, your best
          rating and your number of matches.
        </Trans>
      </CardText>
      <LinkButton label={t`Link Discord`} />
    </div>
  )
}

function LinkButton({ label }: { label: string }) {
  const begin = useBeginLink()
  // While Discord's page loads, a second press would make the first one's state invalid.
  const isBusy = begin.isPending || begin.isSuccess
  return (
    <Button aria-disabled={isBusy || undefined} onClick={() => !isBusy && begin.mutate()}>
      {isBusy && <Spinner />}
      {label}
    </Button>
  )
}

function Linked({ link, memberId }: { link: DiscordLink; memberId: number }) {
  const { t } = useLingui()
  const { name } = link
  const unlink = useUnlinkDiscord(memberId)
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <div className="min-w-0">
        <p className="flex min-w-0 items-center gap-2 font-bold">
          <BadgeCheck aria-hidden className="size-5 shrink-0 text-good" />
          <span className="min-w-0">
            <Trans>
              Linked as <bdi className="wrap-anywhere">{name}</bdi>
            </Trans>
          </span>
        </p>
        <CardText className="mt-1.5">
          <RolesText link={link} />
        </CardText>
      </div>
      <div className="flex flex-wrap gap-3">
        {link.hasFailed && <LinkButton label={t`Link again`} />}
        <Confirm
          title={t`Unlink Discord?`}
          description={t`You lose the roles that come from your account here. You can link again at any time.`}
          confirmLabel={t`Unlink`}
          onConfirm={() => !unlink.isPending && unlink.mutate()}
          trigger={
            <Button look="quiet" variant="red" aria-disabled={unlink.isPending || undefined}>
              {unlink.isPending ? <Spinner /> : <Unlink aria-hidden className="size-4" />}
              <Trans>Unlink</Trans>
            </Button>
          }
        />
      </div>
    </div>
  )
}

function RolesText({ link: { syncedAt, hasFailed } }: { link: DiscordLink }) {
  if (hasFailed)
    return <Trans>Your roles could not be updated. We keep trying. If this stays, link Discord again.</Trans>
  if (syncedAt === null) return <Trans>Your roles follow within a minute.</Trans>
  return (
    <Trans>
      Roles updated <RelativeTime iso={syncedAt} />
    </Trans>
  )
}
