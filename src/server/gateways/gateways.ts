import type { Config } from '../config.ts'
import { type PingGameServer, pingGameServer } from './bedrock-ping.ts'
import { type ReadCertificate, readCertificate } from './certificate.ts'
import { discordGateway, type FetchDiscordInfo } from './discord.ts'
import { type DiscordRoles, discordRolesGateway } from './discord-roles.ts'
import { discordWebhookGateway, type PostToDiscord } from './discord-webhook.ts'
import { mailGateway, type SendMail } from './mail.ts'
import { type AskOwnAddress, ownAddressGateway } from './own-address.ts'
import { type FetchPicture, pictureGateway } from './picture.ts'
import { type PushGateway, pushGateway } from './push.ts'
import { type WebhookGateway, webhookGateway } from './webhook.ts'

/** Access to external systems: each has one type, one real implementation, and a fake for tests. */
export interface Gateways {
  readonly ping: PingGameServer
  readonly mail: SendMail
  /** Undefined when no invite is configured. */
  readonly discord: FetchDiscordInfo | undefined
  readonly discordWebhook: PostToDiscord
  /** Undefined when linking Discord is not set up. */
  readonly discordRoles: DiscordRoles | undefined
  readonly picture: FetchPicture
  readonly push: PushGateway
  readonly webhook: WebhookGateway
  readonly certificate: ReadCertificate
  readonly ownAddress: AskOwnAddress
}

export const realGateways = (config: Config): Gateways => ({
  ping: pingGameServer,
  mail: mailGateway(config),
  discord: discordGateway(config),
  discordWebhook: discordWebhookGateway(config),
  discordRoles: discordRolesGateway(config),
  picture: pictureGateway(config),
  push: pushGateway(config),
  webhook: webhookGateway(config),
  certificate: readCertificate,
  ownAddress: ownAddressGateway(config),
})
