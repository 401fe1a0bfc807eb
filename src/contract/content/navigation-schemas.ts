import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { sentence } from '../sentences.ts'
import { isUserLink } from '../text.ts'
import { text } from './content-text-schemas.ts'
import { siteParts } from './navigation.ts'
import { isPageSlug } from './own-pages.ts'
import { publicPaths } from './public-paths.ts'

export const navigationLimits = { header: 10, footer: 24, label: 40, address: 300 } as const

/** Pages that the navigation may lead to, beside the network's own. */
export const linkablePaths: readonly string[] = [
  ...publicPaths,
  '/report',
  '/forums',
  '/apply',
  '/appeal',
  '/auth',
]

const wrongTarget = sentence(
  msg`must be a page of this site, a page of your own (/p/…), or an address that begins with https://`,
)

function isTarget(to: string): boolean {
  if (to.startsWith('/p/')) return isPageSlug(to.slice('/p/'.length))
  if (to.startsWith('/')) return linkablePaths.includes(to)
  return to.length <= navigationLimits.address && /^https:\/\/[^\s\\@]+$/.test(to) && isUserLink(to)
}

const Entry = z.strictObject({
  label: text(navigationLimits.label).check(
    z.regex(/^[^\p{Cc}]*\S[^\p{Cc}]*$/u, { error: sentence(msg`must be one line of text`) }),
  ),
  to: z.string({ error: wrongTarget }).check(z.refine(isTarget, { error: wrongTarget })),
})

const entries = (max: number) =>
  z
    .array(Entry, { error: sentence(msg`must be a list`) })
    .check(z.maxLength(max, { error: sentence(msg`must have ${max} entries or less`) }))

/** Header and footer, in their order, and parts of the site that are switched off. */
export const NavigationContent = z.strictObject({
  header: entries(navigationLimits.header),
  footer: entries(navigationLimits.footer),
  off: z
    .array(z.enum(siteParts, { error: sentence(msg`must be one of ${{ all: siteParts.join(', ') }}`) }), {
      error: sentence(msg`must be a list`),
    })
    .check(
      z.refine((parts) => new Set(parts).size === parts.length, {
        error: sentence(msg`must name each once`),
      }),
    ),
})

export type NavigationContent = z.infer<typeof NavigationContent>
