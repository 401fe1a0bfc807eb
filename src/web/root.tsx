import displayFace from '@fontsource/jersey-10/files/jersey-10-latin-400-normal.woff2?url'
import textFace from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Links, Meta, Outlet, Scripts, useLocation, useMatches, useRouteLoaderData } from 'react-router'
import { applyRanks, unpackRanks } from '../contract/accounts/ranks.ts'
import { themeParam } from '../contract/content/embeds.ts'
import type { SiteSettings } from '../contract/content/site.ts'
import { wordsAt } from '../contract/content/words.ts'
import type { Route } from './+types/root.ts'
import { statusQuery } from './domains/network/status/status-query.ts'
import { SiteFrame } from './frame/site-frame.tsx'
import { datesInPlace } from './platform/dates-in-place.ts'
import { CurrentBoards } from './platform/live/current-boards.tsx'
import { serverTimeName, TimeOfDocument } from './platform/live/server-clock.ts'
import { noteEarlyPress, repeatEarlyPress } from './platform/navigation/early-press.ts'
import { JsonLd } from './platform/navigation/json-ld.tsx'
import { KeepLanguage } from './platform/navigation/keep-language.tsx'
import { isOverlay } from './platform/navigation/overlay.ts'
import { pageContext, prefetched } from './platform/navigation/page-context.ts'
import { siteData } from './platform/navigation/structured-data.ts'
import { NonceProvider } from './platform/nonce.tsx'
import { textsOf } from './platform/page-texts.ts'
import { fill, isPrefetched } from './platform/prefetched-data.ts'
import { queryClientForHere } from './platform/query-client.ts'
import { SiteProvider } from './platform/site.tsx'
import { viewerQuery } from './platform/viewer.ts'
import { renewal } from './platform/widget-renewal.ts'
import appStyles from './styles/app.css?url'
import { ErrorPage } from './ui/error-page.tsx'

const face = (href: string) =>
  ({ rel: 'preload', as: 'font', type: 'font/woff2', href, crossOrigin: 'anonymous' }) as const

/**
 * The styles come first, since the first paint waits for them alone: with a precedence React puts them before what is
 * preloaded. Both faces are on every page: asked for beside the styles.
 */
export const links = () => [
  { rel: 'stylesheet', href: appStyles, precedence: 'page' },
  face(textFace),
  face(displayFace),
]

/** What every page needs travels with the document: the site's settings, the page's words, the viewer, the server status. */
export async function loader({ context, request, pattern }: Route.LoaderArgs) {
  const { site: settings, viewer, nonce, isWidget } = context.get(pageContext)
  const site = { ...settings, words: wordsAt(new URL(request.url).pathname, settings.words) }
  const { queries } = await prefetched(context, (call) => [
    { ...viewerQuery, queryFn: async () => viewer },
    statusQuery(call),
  ])
  const texts = textsOf(site.language?.catalogue, pattern)
  // Members' documents of one second share parts.
  const now = Date.now()
  return {
    site,
    nonce,
    queries,
    texts,
    at: viewer === null ? now : now - (now % 1_000),
    ...(isWidget && { isWidget }),
  }
}

/** It came with the document and is kept current by its own queries. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root')
  const nonce = root?.nonce
  const look = root?.site.look
  const language = root?.site.language
  if (root !== undefined) applyRanks(unpackRanks(root.site.ranks))
  // Browsers cache icons by URL, whatever the headers say, so a new logo gets a new URL.
  const icon = (path: string) => (look?.logo === undefined ? path : `${path}?${look.logo.slice(6, 14)}`)
  const { pathname, search } = useLocation()
  // In browsers there is none: a widget comes without the app.
  const isWidget = import.meta.env.SSR && root?.isWidget === true
  const isOnStream = !isWidget && isOverlay(pathname)
  const theme = isWidget && new URLSearchParams(search).get(themeParam) === 'light' ? 'light' : 'dark'
  return (
    <html
      lang={language?.tag ?? 'en'}
      dir={language?.dir}
      className={isWidget ? `${theme} embed` : isOnStream ? 'dark overlay' : 'dark'}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={look?.ground ?? '#0a0b10'} />
        <link rel="icon" href={icon('/favicon.ico')} sizes="32x32" />
        <link rel="icon" href={icon('/favicon.svg')} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={icon('/apple-touch-icon.png')} />
        <link rel="manifest" href="/manifest.webmanifest" />
        {/* What is pressed opens beside the site that shows it. */}
        {isWidget && <base target="_blank" />}
        {root?.texts && !isWidget && (
          <link
            data-catalogue={language?.catalogue}
            rel="preload"
            as="fetch"
            crossOrigin="anonymous"
            href={root.texts}
          />
        )}
        {root && <meta name={serverTimeName} content={String(root.at)} />}
        {root && <AboutSite site={root.site} nonce={nonce} />}
        {nonce && !isWidget && (
          <script
            nonce={nonce}
            suppressHydrationWarning
            // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
            dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? noteEarlyPress : '' }}
          />
        )}
        {/* The first paint waits for all above the footer: a page that is painted while it is parsed moves. */}
        {!isWidget && !isOnStream && <link rel="expect" href="#site-footer" blocking="render" />}
        <Meta />
        <Links />
        {look && look.css !== '' && (
          <style
            nonce={nonce}
            suppressHydrationWarning
            // biome-ignore lint/security/noDangerouslySetInnerHtml: made by the server of checked colours
            dangerouslySetInnerHTML={{ __html: look.css }}
          />
        )}
      </head>
      <body>
        {children}
        {nonce && (
          <script
            nonce={nonce}
            suppressHydrationWarning
            // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
            dangerouslySetInnerHTML={{
              __html: import.meta.env.SSR ? datesInPlace + (isWidget ? renewal : '') : '',
            }}
          />
        )}
        {!isWidget && <Scripts nonce={nonce} />}
      </body>
    </html>
  )
}

/** The name that an installed site goes by, and on Home what the site is. */
function AboutSite({ site, nonce }: { site: SiteSettings; nonce: string | undefined }) {
  const { pathname } = useLocation()
  return (
    <>
      <meta name="application-name" content={site.shortName} />
      <meta name="apple-mobile-web-app-title" content={site.shortName} />
      {pathname === '/' && <JsonLd data={siteData(site)} nonce={nonce} />}
    </>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  useEffect(() => repeatEarlyPress(), [])
  return (
    <Providers {...loaderData}>
      <SiteFrame isWidget={loaderData.isWidget}>
        <Outlet />
      </SiteFrame>
    </Providers>
  )
}

/** Only when the frame itself fails: no header can be trusted to render. */
export function ErrorBoundary() {
  return (
    <main>
      <ErrorPage />
    </main>
  )
}

interface ProvidersProps {
  readonly site: SiteSettings
  readonly nonce: string
  readonly at: number
  readonly children: ReactNode
}

function Providers({ site, nonce, at, children }: ProvidersProps) {
  const matches = useMatches()
  const [client] = useState(() => {
    const here = queryClientForHere()
    for (const { loaderData } of matches) if (isPrefetched(loaderData)) fill(here, loaderData)
    return here
  })
  return (
    <SiteProvider site={site}>
      <NonceProvider nonce={nonce}>
        <QueryClientProvider client={client}>
          <KeepLanguage>
            <TimeOfDocument value={at}>
              <CurrentBoards>{children}</CurrentBoards>
            </TimeOfDocument>
          </KeepLanguage>
        </QueryClientProvider>
      </NonceProvider>
    </SiteProvider>
  )
}
