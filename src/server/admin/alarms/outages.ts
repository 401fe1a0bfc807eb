import { msg } from '@lingui/core/macro'
import type { Text } from '../../../contract/languages.ts'
import { discordKinds } from '../../../contract/network/discord-messages.ts'
import type { Context } from '../../context.ts'
import { readBackupPlan } from '../../platform/database/backup/plan.ts'
import type { Executor } from '../../platform/database/database.ts'
import { listJobs } from '../../platform/jobs/job-states.ts'
import { readDisk } from '../storage/storage.ts'
import {
  certificateValidUntil,
  claimCertificateCheck,
  disabledWebhooks,
  isGameServerSilent,
  refusedByDiscord,
  refusedMail,
  retryCertificateCheck,
  storeCertificate,
} from './queries.ts'
import { type AlarmName, alarmNames, type Found, type Outage, thisMachine } from './rules.ts'

/** Of the text of a notification. */
const maxText = 500

/** A disk with less room than this is nearly full. */
const leastFree = 0.1

/** A certificate that is valid for less time is reported. */
const leastValidMs = 14 * 86_400_000

/** Returns why something is wrong, null without a reason; undefined while nothing is. */
type Check = () => Promise<Text | null | undefined>

/** Checks everything that Admins hear of. A check that fails, such as of a disk that is gone, is logged; the others go on. */
export async function findOutages({
  config,
  database,
  gateways,
  log,
}: Pick<Context, 'config' | 'database' | 'gateways' | 'log'>): Promise<Found> {
  const executor = database.sql
  const kinds = discordKinds.filter((kind) => config.discordWebhooks[kind] !== undefined)
  const checks: Readonly<Record<AlarmName, Check>> = {
    game_server: async () => ((await isGameServerSilent(executor)) ? null : undefined),
    backup: async () => (await readBackupPlan(executor)).failure?.reason,
    mail: async () => (config.smtpUrl === undefined ? undefined : refusedMail(executor)),
    discord: () => refusedByDiscord(executor, kinds),
    webhook: () => disabledWebhooks(executor),
    job: () => lateJobs(executor),
    disk: () => fullDisk(config.dataDir),
    certificate: () => endingCertificate({ config, database, gateways }),
  }
  const outages: Outage[] = []
  const failed: AlarmName[] = []
  for (const name of alarmNames) {
    try {
      const text = await checks[name]()
      if (text === undefined) continue
      outages.push({
        name,
        place: name === 'disk' ? thisMachine : '',
        text: typeof text === 'string' ? text.slice(0, maxText) : text,
      })
    } catch (error) {
      failed.push(name)
      log.warn({ err: error, check: name }, 'a check for outages failed; its next run tries again')
    }
  }
  return { outages, failed }
}

async function lateJobs(executor: Executor): Promise<string | undefined> {
  const late = (await listJobs(executor)).filter(({ isLate }) => isLate)
  return late.length === 0 ? undefined : late.map(({ name }) => name).join(', ')
}

async function fullDisk(directory: string): Promise<Text | undefined> {
  const disk = await readDisk(directory)
  if (disk === null) return undefined
  const free = disk.freeBytes / disk.bytes
  const percent = Math.floor(free * 100)
  return free < leastFree ? msg`${percent} % is free on ${thisMachine}.` : undefined
}

/** The certificate that visitors get. One process looks at it once a day; all go by what it found. */
async function endingCertificate({
  config: { publicUrl },
  database: { sql },
  gateways,
}: Pick<Context, 'config' | 'database' | 'gateways'>): Promise<Text | undefined> {
  if (!publicUrl.startsWith('https:')) return undefined
  if (await claimCertificateCheck(sql, publicUrl)) {
    const validUntil = await gateways.certificate(publicUrl).catch(async (error: unknown) => {
      await retryCertificateCheck(sql, publicUrl)
      throw error
    })
    await storeCertificate(sql, publicUrl, validUntil)
  }
  const validUntil = await certificateValidUntil(sql, publicUrl)
  if (validUntil === null || validUntil.getTime() - Date.now() >= leastValidMs) return undefined
  return msg`The certificate of ${publicUrl} is valid until ${{ day: validUntil.toISOString().slice(0, 10) }}.`
}
