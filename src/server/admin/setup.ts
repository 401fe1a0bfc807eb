import type { SetupItem } from '../../contract/admin/admin-schemas.ts'
import type { SiteSettings } from '../../contract/content/site.ts'
import type { Config } from '../config.ts'
import { isBackupFresh } from '../platform/backup/last-backup.ts'
import { isLoopbackHost } from '../platform/network.ts'

/** A link without path is the shipped default rather than an account. */
export const isFrontPage = (link: string) => URL.canParse(link) && new URL(link).pathname === '/'

interface SetupFacts {
  readonly backupAt: Date | null
  readonly isOnline: boolean
  /** An Owner saved name and address. */
  readonly isNamed: boolean
  readonly hasLook: boolean
  /** A game server spoke with its key. */
  readonly hasHeartbeat: boolean
  /** Somebody besides one Owner is staff, or invited. */
  readonly hasStaff: boolean
}

/** Settings that a new site still lacks, most important first. An address without a game server that responds counts as none. */
export function setupOf(
  config: Config,
  { links }: Pick<SiteSettings, 'links'>,
  { backupAt, isOnline, isNamed, hasLook, hasHeartbeat, hasStaff }: SetupFacts,
): SetupItem[] {
  const { discord, staffApplication: _form, ...socials } = links
  return [
    { key: 'name', done: isNamed || config.given.has('SITE_NAME') },
    { key: 'gameHost', done: !isLoopbackHost(config.gameHost) && isOnline },
    { key: 'publicUrl', done: !isLoopbackHost(new URL(config.publicUrl).hostname) },
    { key: 'look', done: hasLook },
    { key: 'links', done: !Object.values(socials).some(isFrontPage) },
    { key: 'discord', done: !isFrontPage(discord) },
    { key: 'gameServer', done: hasHeartbeat },
    { key: 'staff', done: hasStaff },
    { key: 'mail', done: config.smtpUrl !== undefined && config.contactTo !== undefined },
    { key: 'backup', done: isBackupFresh(backupAt) },
  ]
}
