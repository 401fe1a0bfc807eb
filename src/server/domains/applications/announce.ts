import type { ApplicationReceipt } from '../../../contract/applications/applications-schemas.ts'
import type { Config } from '../../config.ts'
import type { Executor } from '../../platform/database.ts'
import { queueDiscord } from '../../platform/discord-queue.ts'

/** Queues a message to the team's Discord. Nothing that the applicant wrote leaves the site. */
export const announceApplication = (
  transaction: Executor,
  config: Pick<Config, 'discordWebhooks'>,
  { id, position }: Pick<ApplicationReceipt, 'id' | 'position'>,
): Promise<void> =>
  queueDiscord(transaction, config, {
    kind: 'applications',
    eventKey: `application:${id}`,
    title: `New application as ${position}`,
    link: '/admin/applications',
  })
