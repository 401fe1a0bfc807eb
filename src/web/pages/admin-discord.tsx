import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { isAdmin } from '../../contract/accounts/ranks.ts'
import { DiscordAdmin } from '../domains/network/discord/admin/discord-admin.tsx'
import { discordMessagesQuery } from '../domains/network/discord/admin/discord-messages-query.ts'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { prefetched } from '../platform/page-context.ts'
import { requireAdmin, staffDocument } from '../platform/staff-only.ts'
import type { Route } from './+types/admin-discord.ts'

export async function loader({ context }: Route.LoaderArgs) {
  staffDocument(context, isAdmin)
  return prefetched(context, (call) => [discordMessagesQuery(call)])
}

export const clientLoader = () => requireAdmin()

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(siteOf(matches), {
    title: msg`Discord`,
    description: msg`What the site announces in Discord.`,
    path: '/admin/discord',
    noindex: true,
  })

export default function AdminDiscord() {
  const { t } = useLingui()
  return (
    <AdminFrame title={t`Discord`} intro={t`What the site announces in Discord, and whether it arrived.`}>
      <DiscordAdmin />
    </AdminFrame>
  )
}
