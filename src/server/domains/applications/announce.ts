import { msg } from '@lingui/core/macro'
import type { ApplicationReceipt } from '../../../contract/applications/applications-schemas.ts'
import { staffRowLinks } from '../../../contract/links.ts'
import type { Config } from '../../config.ts'
import type { Executor } from '../../platform/database/database.ts'
import { queueDiscord } from '../network/discord/queries/queue-discord.ts'
import { notifyOfStaffWork } from '../notifications/queries/notify.ts'

/** Notifies staff and the team's Discord. Nothing that the applicant wrote leaves the site. */
export async function announceApplication(
  transaction: Executor,
  config: Pick<Config, 'discordWebhooks'>,
  { id, position }: Pick<ApplicationReceipt, 'id' | 'position'>,
  applicantId: number | null,
): Promise<void> {
  const eventKey = `application:${id}`
  await notifyOfStaffWork(transaction, 'applications', { eventKey, actorId: applicantId })
  await queueDiscord(transaction, config, {
    kind: 'applications',
    eventKey,
    title: msg`New application as ${position}`,
    link: staffRowLinks.application(id),
  })
}
