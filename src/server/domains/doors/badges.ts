import { msg } from '@lingui/core/macro'
import { userEndpoints } from '../../../contract/accounts/users-endpoints.ts'
import type { SiteSettings } from '../../../contract/content/site.ts'
import type { Transport } from '../../../contract/endpoint.ts'
import { IdParams } from '../../../contract/ids-schemas.ts'
import { boardLabel } from '../../../contract/network/modes.ts'
import { statusEndpoints } from '../../../contract/network/status-endpoints.ts'
import { bestRating } from '../../../contract/rankings/ratings.ts'
import { ratingEndpoints } from '../../../contract/rankings/ratings-endpoints.ts'
import type { House } from '../../domain.ts'
import { addressOfClient, limitKeyOfClient } from '../../platform/http/endpoints.ts'
import { escapeHtml } from '../../platform/http/escape-html.ts'
import { parsePart } from '../../platform/http/validation.ts'
import type { Say } from '../../platform/languages/say.ts'
import { cachedResponseOf } from '../content/brand/cached-responses.ts'
import { sendCached } from '../content/brand/send-cached.ts'

/** How long browsers and proxies keep a badge. */
const seconds = 60

interface Badge {
  readonly label: string
  readonly value: string
  readonly colour: string
}

/** What a badge is made of, as a visitor gets it. */
interface Asked {
  readonly id: string | undefined
  readonly call: Transport
  readonly say: Say
  readonly tag: string
  readonly site: SiteSettings
}

/** Those of the shipped look, on which white text has a contrast of 4.5:1. */
const colours = { good: '#15713a', bad: '#b42323', plain: '#8f4312' } as const

/** At most so many characters of either part: a name may be long. */
const maxLength = 40

const shortened = (text: string) => {
  const characters = [...text]
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`
}

/** About the width of a text in 11 px: the picture says `textLength`, so that it fits whatever the font is. */
const widthOf = (text: string) =>
  [...text].reduce((sum, one) => sum + (one > '\u2e7f' ? 11 : /[A-Z@%mwMW]/.test(one) ? 8 : 6.2), 0)

/** A flat picture 20 pixels high, in text, with both parts as its name. */
export function badgeOf(badge: Badge): string {
  const [label, value] = [shortened(badge.label), shortened(badge.value)]
  const [left, right] = [label, value].map((text) => Math.ceil(widthOf(text)) + 12) as [number, number]
  const text = (said: string, from: number, width: number) =>
    `<text x="${from + width / 2}" y="14" textLength="${width - 12}" lengthAdjust="spacingAndGlyphs">${escapeHtml(said)}</text>`
  const name = escapeHtml(`${label}: ${value}`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${name}"><title>${name}</title><clipPath id="r"><rect width="${left + right}" height="20" rx="3"/></clipPath><g clip-path="url(#r)"><rect width="${left}" height="20" fill="#2a3040"/><rect x="${left}" width="${right}" height="20" fill="${badge.colour}"/></g><g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text(label, 0, left)}${text(value, left, right)}</g></svg>`
}

/** Serves badges for pages elsewhere: the same for everybody, in the language of `?lang=` or the default. */
export function serveBadges({ app, content, context: { languages, limits }, router }: House): void {
  const serve = (url: string, badgeFor: (asked: Asked) => Promise<Badge>) =>
    app.get<{ Params: { id?: string } }>(url, async (request, reply) => {
      await limits.take('general', limitKeyOfClient(request))
      const { tag } = languages.ofAddress(request)
      const badge = await badgeFor({
        id: request.params.id,
        call: router.inProcess(null, addressOfClient(request), { language: tag }),
        say: languages.sayIn(tag),
        tag,
        site: content.site(tag),
      })
      const picture = cachedResponseOf(Buffer.from(badgeOf(badge)))
      return sendCached(request, reply, { type: 'image/svg+xml', seconds }, picture)
    })

  serve('/badge/status.svg', async ({ call, say, site }) => {
    const { isOnline, playerCount } = await call(statusEndpoints.show, {})
    return {
      label: site.shortName,
      value: say(isOnline ? msg`${playerCount} Players Online` : msg`Server Offline`),
      colour: isOnline ? colours.good : colours.bad,
    }
  })

  serve('/badge/player/:id.svg', async ({ call, tag, site, ...asked }) => {
    const params = parsePart(IdParams, { id: asked.id })
    const { username } = await call(userEndpoints.show, { params })
    const best = bestRating(await call(ratingEndpoints.ofPlayer, { params }))
    return {
      label: username,
      value:
        best === undefined
          ? site.shortName
          : `${boardLabel(site.boards, { gameType: best.mode })} ${Math.round(best.rating).toLocaleString(tag)}${best.provisional ? '?' : ''}`,
      colour: colours.plain,
    }
  })
}
