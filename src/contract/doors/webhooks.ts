export const webhookLimits = {
  webhooks: 20,
  url: 500,
  description: 200,
  /** Events that wait for an address; what comes after them is dropped. */
  waiting: 1_000,
  /** Of the response to an attempt. */
  responseBytes: 1_024,
  logDays: 30,
  /** How long the secret before a rotation still signs. */
  oldSecretHours: 24,
  /** Without a success for so long the site turns a webhook off. */
  failingDays: 5,
} as const

/** What an address can be told, in the order of the page. */
export const webhookTypes = [
  'match.stored',
  'match.excluded',
  'player.linked',
  'player.renamed',
  'season.closed',
  'punishment.created',
  'punishment.lifted',
  'report.created',
  'appeal.decided',
  'application.submitted',
  'news.published',
  'event.created',
  'cup.started',
  'cup.finished',
  'server.offline',
  'server.online',
] as const

export type WebhookType = (typeof webhookTypes)[number]

/** Sent by the test button alone, whatever types the address wants. */
export const webhookTestType = 'webhook.test'

/** Why the site turned a webhook off: it responded 410, or nothing succeeded for five days. */
export const webhookDisabledReasons = ['gone', 'failing'] as const
