import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { SiteLinks, SiteSettings } from '../../../contract/site.ts'
import { userLink } from '../../../contract/text.ts'
import type { Config } from '../../config.ts'

const link = userLink('must be a link that begins with https:// or http://')

const LinksFile = z.strictObject({
  youtube: link,
  twitter: link,
  instagram: link,
  twitch: link,
  tiktok: link,
  bluesky: link,
  linkHub: link,
})

/** A content file that the site cannot start with: the file, and what is wrong with it. */
export class ContentError extends Error {
  constructor(file: string, reasons: readonly string[]) {
    super(`${file} is not valid:\n${reasons.map((reason) => `  ${reason}`).join('\n')}`)
    this.name = 'ContentError'
  }
}

/** @throws {ContentError} */
async function readLinks(contentDir: string): Promise<z.infer<typeof LinksFile>> {
  const file = join(contentDir, 'links.json')
  const json = await readFile(file, 'utf8')
    .then(
      (text): unknown => JSON.parse(text),
      (error: NodeJS.ErrnoException) => {
        throw new ContentError(file, [error.code === 'ENOENT' ? 'the file is missing' : error.message])
      },
    )
    .catch((error: unknown) => {
      throw error instanceof SyntaxError ? new ContentError(file, [error.message]) : error
    })
  const result = LinksFile.safeParse(json)
  if (result.success) return result.data
  throw new ContentError(
    file,
    result.error.issues.map((issue) => `${issue.path.join('.') || 'the file'}: ${issue.message}`),
  )
}

const discordFrontPage = 'https://discord.com'

/** What every page knows of this network: configuration and outside links together. */
export async function readSiteSettings(config: Config): Promise<SiteSettings> {
  const links: SiteLinks = {
    ...(await readLinks(config.contentDir)),
    discord: config.discordInvite ? `https://discord.gg/${config.discordInvite}` : discordFrontPage,
    staffApplication: config.staffApplicationUrl ?? '/apply',
  }
  return {
    name: config.siteName,
    shortName: config.siteShortName,
    gameHost: config.gameHost,
    gamePort: config.gamePort,
    publicUrl: config.publicUrl,
    leaderboardMaintenance: config.leaderboardMaintenance,
    links,
  }
}
