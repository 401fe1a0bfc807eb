import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { DiscordAdmin } from '../../domains/network/discord/admin/discord-admin.tsx'
import { discordMessagesQuery } from '../../domains/network/discord/admin/discord-messages-query.ts'
import { AdminFrame } from '../../frame/admin-frame.tsx'
import { pageMeta } from '../../platform/navigation/meta.ts'
import { staffClientLoader, staffLoader } from '../../platform/navigation/staff-only.ts'

export const loader = staffLoader('/admin/discord', (call) => [discordMessagesQuery(call)])
export const clientLoader = staffClientLoader('/admin/discord')

export const meta = pageMeta('/admin/discord', msg`Discord`, msg`What the site announces in Discord.`)

export default function AdminDiscord() {
  const { t } = useLingui()
  return (
    <AdminFrame title={t`Discord`} intro={t`What the site announces in Discord, and whether it arrived.`}>
      <DiscordAdmin />
    </AdminFrame>
  )
}
