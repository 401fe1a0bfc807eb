import type { SetupItem } from '../../contract/admin/admin-schemas.ts'
import type { SiteSettings } from '../../contract/content/site.ts'
import type { Config } from '../config.ts'
import { isBackupFresh } from '../platform/backup/last-backup.ts'
import { isLoopbackHost } from '../platform/network.ts'

/** A link without path is the shipped default rather than an account. */
export const isFrontPage = (link: string) => URL.canParse(link) && new URL(link).pathname === '/'

/** Settings that a new site still lacks, most important first. An address without a game server that responds counts as none. */
export function setupOf(
  config: Config,
  { links }: Pick<SiteSettings, 'links'>,
  { backupAt, isOnline }: { readonly backupAt: Date | null; readonly isOnline: boolean },
): SetupItem[] {
  const { discord: _discord, staffApplication: _form, ...socials } = links
  return [
    { key: 'gameHost', done: !isLoopbackHost(config.gameHost) && isOnline },
    { key: 'publicUrl', done: !isLoopbackHost(new URL(config.publicUrl).hostname) },
    { key: 'links', done: !Object.values(socials).some(isFrontPage) },
    { key: 'discord', done: config.discordInvite !== undefined },
    { key: 'mail', done: config.smtpUrl !== undefined && config.contactTo !== undefined },
    { key: 'backup', done: isBackupFresh(backupAt) },
  ]
}
