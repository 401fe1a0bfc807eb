import type { Config } from '../config.ts'
import { type PingGameServer, pingGameServer } from './bedrock-ping.ts'
import { discordGateway, type FetchDiscordInfo } from './discord.ts'
import { type DiscordRoles, discordRolesGateway } from './discord-roles.ts'
import { discordWebhookGateway, type PostToDiscord } from './discord-webhook.ts'
import { mailGateway, type SendMail } from './mail.ts'
import { type FetchPicture, pictureGateway } from './picture.ts'
import { type PushGateway, pushGateway } from './push.ts'

/** Access to external systems: each has one type, one real implementation, and a fake for tests. */
export interface Gateways {
  readonly ping: PingGameServer
  /** Undefined when no mail server is configured. */
  readonly mail: SendMail | undefined
  /** Undefined when no invite is configured. */
  readonly discord: FetchDiscordInfo | undefined
  readonly discordWebhook: PostToDiscord
  /** Undefined when linking Discord is not set up. */
  readonly discordRoles: DiscordRoles | undefined
  readonly picture: FetchPicture
  readonly push: PushGateway
}

export const realGateways = (config: Config): Gateways => ({
  ping: pingGameServer,
  mail: mailGateway(config),
  discord: discordGateway(config),
  discordWebhook: discordWebhookGateway(config),
  discordRoles: discordRolesGateway(config),
  picture: pictureGateway(config),
  push: pushGateway(config),
})
