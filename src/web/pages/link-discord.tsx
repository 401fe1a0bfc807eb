import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useMemo } from 'react'
import { redirect, useLocation, useNavigate } from 'react-router'
import { linkDiscordPath } from '../../contract/players/discord-link.ts'
import { DiscordLinkCard } from '../domains/players/discord-link/discord-link-card.tsx'
import { discordLinkQuery } from '../domains/players/discord-link/discord-link-query.ts'
import { discordReplyIn, FinishLink } from '../domains/players/discord-link/finish-link.tsx'
import { signInPath } from '../platform/ended-session.ts'
import { pageMeta } from '../platform/navigation/meta.ts'
import { pageContext, prefetched } from '../platform/navigation/page-context.ts'
import { useSite } from '../platform/site.tsx'
import { knownViewer, useViewer } from '../platform/viewer.ts'
import type { Route } from './+types/link-discord.ts'

const signIn = `/auth?redirect=${linkDiscordPath}`

export async function loader({ context }: Route.LoaderArgs) {
  const { viewer, site } = context.get(pageContext)
  if (viewer === null) throw redirect(signIn)
  return prefetched(context, (call) => (site.linksDiscord ? [discordLinkQuery(call, viewer.id)] : []))
}

export async function clientLoader() {
  if (knownViewer() === null) throw redirect(signIn)
  return null
}

export const meta = pageMeta(
  linkDiscordPath,
  msg`Link Discord`,
  msg`Link your Discord account to get roles there.`,
)

export default function LinkDiscord() {
  const viewer = useViewer()
  const { linksDiscord } = useSite()
  const navigate = useNavigate()
  const { search } = useLocation()
  const reply = useMemo(() => discordReplyIn(search), [search])
  useEffect(() => {
    if (viewer === null) void navigate(signInPath(linkDiscordPath), { replace: true })
  }, [viewer, navigate])
  if (viewer === null) return null
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-6 px-4 py-8 sm:px-5 lg:py-12">
      <h1 className="font-display text-5xl leading-none">
        <Trans>Link Discord</Trans>
      </h1>
      {!linksDiscord && (
        <p className="text-ink-soft">
          <Trans>Linking Discord is not set up on this site.</Trans>
        </p>
      )}
      {linksDiscord &&
        (reply === undefined ? (
          <DiscordLinkCard member={viewer} />
        ) : (
          <FinishLink member={viewer} reply={reply} />
        ))}
    </div>
  )
}
