import type { SetupItem } from '../../contract/admin/admin-schemas.ts'
import type { SecretName } from '../../contract/content/secrets.ts'
import type { SiteSettings } from '../../contract/content/site.ts'
import type { Config } from '../config.ts'
import { isBackupFresh } from '../platform/database/backup/last-backup.ts'
import { isLoopbackHost } from '../platform/http/network.ts'

/** A link without path is the shipped default rather than an account, and an address of nobody is a placeholder. */
const isSample = (link: string) =>
  link.endsWith('@vulx.example') || (URL.canParse(link) && new URL(link).pathname === '/')

/** Names of the links that the site shows and nobody has set yet. `doctor` and the list of the staff area both ask. */
export function sampleLinks({ links, support }: Pick<SiteSettings, 'links' | 'support'>): string[] {
  const { staffApplication: _form, ...outside } = links
  const shown = { ...outside, supportEmail: support.support, partnershipsEmail: support.partnerships }
  return Object.entries(shown).flatMap(([name, link]) => (link !== undefined && isSample(link) ? [name] : []))
}

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
  /** Secrets that are stored, but have to be entered again. */
  readonly lostSecrets: readonly SecretName[]
}

/** Settings that a new site still lacks, most important first. An address without a game server that responds counts as none. */
export function setupOf(
  config: Config,
  site: Pick<SiteSettings, 'links' | 'support'>,
  { backupAt, isOnline, isNamed, hasLook, hasHeartbeat, hasStaff, lostSecrets }: SetupFacts,
): SetupItem[] {
  const samples = sampleLinks(site)
  return [
    ...(lostSecrets.includes('mail') ? [{ key: 'mailSignIn', done: false } as const] : []),
    ...(lostSecrets.some((name) => name !== 'mail') ? [{ key: 'webhooks', done: false } as const] : []),
    { key: 'name', done: isNamed || config.given.has('SITE_NAME') },
    { key: 'gameHost', done: !isLoopbackHost(config.gameHost) && isOnline },
    { key: 'publicUrl', done: !isLoopbackHost(new URL(config.publicUrl).hostname) },
    { key: 'look', done: hasLook },
    { key: 'links', done: !samples.some((name) => name !== 'discord') },
    { key: 'discord', done: !samples.includes('discord') },
    { key: 'gameServer', done: hasHeartbeat },
    { key: 'staff', done: hasStaff },
    { key: 'mail', done: config.smtpUrl !== undefined && config.contactTo !== undefined },
    { key: 'backup', done: isBackupFresh(backupAt) },
  ]
}
