import type { SiteSettings } from '../../../contract/site.ts'
import type { Config } from '../../config.ts'
import type { Content } from './content.ts'

const discordFrontPage = 'https://discord.com'

/** What every page knows of this network: configuration, outside links and the announcement together. */
export function siteSettings(config: Config, { links, announcement }: Content): SiteSettings {
  const { supportEmail, partnershipsEmail, ...outside } = links
  return {
    name: config.siteName,
    shortName: config.siteShortName,
    gameHost: config.gameHost,
    gamePort: config.gamePort,
    publicUrl: config.publicUrl,
    leaderboardMaintenance: config.leaderboardMaintenance,
    sendsMail: config.smtpUrl !== undefined,
    links: {
      ...outside,
      discord: config.discordInvite ? `https://discord.gg/${config.discordInvite}` : discordFrontPage,
      staffApplication: config.staffApplicationUrl ?? '/apply',
    },
    support: { support: supportEmail, partnerships: partnershipsEmail },
    ...(announcement.text !== null && {
      announcement: { text: announcement.text, link: announcement.link },
    }),
    ...(config.teaserVideoUrl !== undefined && { teaserVideoUrl: config.teaserVideoUrl }),
  }
}
