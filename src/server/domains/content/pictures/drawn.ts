import { msg } from '@lingui/core/macro'
import type { LookDrawing, LookPictures } from '../../../../contract/content/look-schemas.ts'
import type { SiteSettings } from '../../../../contract/content/site.ts'
import type { Context } from '../../../context.ts'
import { ConcurrencyLimiter } from '../../../platform/http/concurrency-limiter.ts'
import { invalid, overloaded } from '../../../platform/http/errors.ts'
import { drawnIn } from '../brand/colours.ts'
import { icons, tabIcon } from '../brand/icons.ts'
import { siteLogo } from '../brand/logo.ts'
import { offlinePage } from '../brand/offline-page.ts'
import { refusalPage } from '../brand/refusal-page.ts'
import { findLookPicture } from './queries.ts'

/** One at a time, to use one core. */
const limiter = new ConcurrencyLimiter(1, 10)

const pngUrl = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`

/**
 * A page that brings its own style, as an image: in a frame it would need a policy of its own. Its markup is also XML,
 * and nothing runs in an image.
 */
function pageUrl(html: string): string {
  const [style = ''] = /<style>.*?<\/style>/s.exec(html) ?? []
  const [main = ''] = /<main>.*?<\/main>/s.exec(html) ?? []
  const { width, height } = pageSize
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><foreignObject width="${width}" height="${height}"><html xmlns="http://www.w3.org/1999/xhtml"><head>${style}<style>body{min-height:${height}px}</style></head><body>${main}</body></html></foreignObject></svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

/** A phone held upright. */
const pageSize = { width: 390, height: 600 }

/**
 * What tabs, home screens and links show with a look that is not saved, and the two pages that have no scripts of the site. Nothing of it is kept.
 * @throws 400 for a logo that is not there, 503 while too many are waiting
 */
export async function drawLook(
  { database, languages }: Pick<Context, 'database' | 'languages'>,
  site: SiteSettings,
  { accent, tint, logo: hash = null }: LookDrawing,
): Promise<LookPictures> {
  const found = hash === null ? undefined : await findLookPicture(database.sql, hash)
  if (hash !== null && found?.kind !== 'logo')
    throw invalid({ logo: msg`is not there any more: choose the picture again` })
  const logo = found && (await siteLogo(hash ?? '', found.bytes))
  return limiter.run(() =>
    drawnIn({ accent, tint }, logo, async () => {
      const cards = await import('../brand/share/cards.ts')
      await cards.decodeLatinFonts()
      const [tab, touch, maskable, card] = await Promise.all([
        tabIcon(),
        icons['/apple-touch-icon.png']!.body(),
        icons['/icon-maskable-512.png']!.body(),
        cards.picture(cards.siteCard(site, { say: languages.sayIn(undefined) })),
      ])
      return {
        tab: pngUrl(tab),
        touch: pngUrl(touch),
        maskable: pngUrl(maskable),
        card: pngUrl(card),
        offline: pageUrl(
          offlinePage(site.name, {
            tag: languages.named(undefined).tag,
            dir: 'ltr',
            say: languages.sayIn(undefined),
          }).html,
        ),
        refusal: pageUrl(refusalPage(site.name, overloaded()).html),
      }
    }),
  )
}
