import { msg } from '@lingui/core/macro'
import type { webhookTestType } from '../../../../contract/doors/webhooks.ts'
import { type WebhookType, webhookTypes } from '../../../../contract/doors/webhooks.ts'
import type { Message } from '../../../../contract/languages.ts'

export const webhookTypeLabels: Readonly<Record<WebhookType | typeof webhookTestType, Message>> = {
  'match.stored': msg`Match played`,
  'match.excluded': msg`Match no longer counts`,
  'player.linked': msg`Player linked`,
  'player.renamed': msg`Player renamed`,
  'season.closed': msg`Season closed`,
  'punishment.created': msg`Punishment given`,
  'punishment.lifted': msg`Punishment lifted`,
  'report.created': msg`Report received`,
  'appeal.decided': msg`Appeal decided`,
  'application.submitted': msg`Application received`,
  'news.published': msg`News published`,
  'event.created': msg`Event created`,
  'cup.started': msg`Cup started`,
  'cup.finished': msg`Cup finished`,
  'server.offline': msg`Server went offline`,
  'server.online': msg`Server came online`,
  'webhook.test': msg({ message: 'Test', context: 'an event of a webhook' }),
}

export const webhookTypeOptions = webhookTypes.map((value) => ({ value, label: webhookTypeLabels[value] }))
