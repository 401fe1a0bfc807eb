import { type LookChoice, lookCss, paletteOf } from '../../../contract/content/look.ts'
import { lookPicturePath } from '../../../contract/content/look-pictures.ts'
import { drawnScenes, scenePath } from '../../../contract/content/look-scenes.ts'
import { rankNamesOf } from '../../../contract/content/shop.ts'
import type { SiteSettings } from '../../../contract/content/site.ts'
import { pageWordsOf } from '../../../contract/content/words.ts'
import { shippedGameTypes } from '../../../contract/rankings/stats.ts'
import { type Config, shippedSiteName } from '../../config.ts'
import type { Content } from './content.ts'

const discordFrontPage = 'https://discord.com'

/** A key without a value counts as absent. */
const present = (links: Omit<Content['links'], 'discordMembers' | 'streams'>) =>
  Object.fromEntries(Object.entries(links).filter(([, value]) => value != null)) as {
    readonly [K in keyof typeof links]?: string
  }

/** The address, unless it is a sample of the shipped links.yaml on a site that has a name of its own. */
const ownAddress = (address: string | undefined, { siteName }: Config) =>
  address?.endsWith('@vulx.example') && siteName !== shippedSiteName ? undefined : address

/** What is at the top of Home; undefined for the shipped arena. */
function heroOf(look: LookChoice) {
  if (look.hero != null) {
    const { picture, ...shown } = look.hero
    return { url: lookPicturePath('hero', picture), ...shown }
  }
  if (look.scene === undefined || look.scene === 'arena') return undefined
  const { alt, x, y } = drawnScenes[look.scene]
  return { url: scenePath(look.scene, look), alt, x, y }
}

/** Settings for pages: configuration, external links and announcement. */
export function siteSettings(
  config: Config,
  { links, announcement, look, navigation, pages, ranked, shop }: Content,
): SiteSettings {
  const { discordMembers, streams: _, ...addresses } = links
  const { supportEmail, partnershipsEmail, ...outside } = present(addresses)
  const hasDiscord = config.discordInvite !== undefined || outside.discord !== undefined
  const support = ownAddress(supportEmail, config)
  const partnerships = ownAddress(partnershipsEmail, config)
  const rankNames = rankNamesOf(shop.ranks.tiers)
  const css = lookCss(look)
  const hero = heroOf(look)
  return {
    name: config.siteName,
    shortName: config.siteShortName,
    gameHost: config.gameHost,
    gamePort: config.gamePort,
    publicUrl: config.publicUrl,
    leaderboardMaintenance: config.leaderboardMaintenance,
    sendsMail: config.smtpUrl !== undefined,
    ...(config.discordApp !== undefined && { linksDiscord: true as const }),
    links: {
      ...outside,
      discord: config.discordInvite
        ? `https://discord.gg/${config.discordInvite}`
        : (outside.discord ?? discordFrontPage),
      staffApplication: config.staffApplicationUrl ?? '/apply',
    },
    ...(hasDiscord && discordMembers != null && { discordMembers }),
    support: {
      ...(support !== undefined && { support }),
      ...(partnerships !== undefined && { partnerships }),
    },
    footer: pages.footer,
    boards: pages.boards,
    modes: shippedGameTypes,
    tiers: ranked.tiers,
    words: pageWordsOf(pages, shop.ranks.tiers),
    ...((css !== '' || look.logo != null || hero !== undefined) && {
      look: {
        css,
        ground: paletteOf(look).ground,
        ...(look.logo != null && { logo: lookPicturePath('logo', look.logo) }),
        ...(hero !== undefined && { hero }),
      },
    }),
    ...(Object.keys(rankNames).length > 0 && { rankNames }),
    ...(navigation.lists !== undefined && { navigation: navigation.lists }),
    ...(navigation.off.length > 0 && { off: navigation.off }),
    ...(announcement.text !== null && {
      announcement: { text: announcement.text, link: announcement.link },
    }),
    ...(config.teaserVideoUrl !== undefined && { teaserVideoUrl: config.teaserVideoUrl }),
  }
}
