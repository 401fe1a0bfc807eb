import displayFace from '@fontsource/jersey-10/files/jersey-10-latin-400-normal.woff2?url'
import textFace from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import { type DehydratedState, HydrationBoundary, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Links, Meta, Outlet, Scripts, useLocation, useMatches, useRouteLoaderData } from 'react-router'
import { applyRanks, unpackRanks } from '../contract/accounts/ranks.ts'
import type { SiteSettings } from '../contract/content/site.ts'
import { wordsAt } from '../contract/content/words.ts'
import type { Route } from './+types/root.ts'
import { statusQuery } from './domains/network/status/status-query.ts'
import { SiteFrame } from './pages/site-frame.tsx'
import { CurrentBoards } from './platform/current-boards.tsx'
import { noteEarlyPress, repeatEarlyPress } from './platform/early-press.ts'
import { JsonLd } from './platform/json-ld.tsx'
import { KeepLanguage } from './platform/keep-language.tsx'
import { NonceProvider } from './platform/nonce.tsx'
import { isOverlay } from './platform/overlay.ts'
import { type Prefetched, pageContext, prefetched } from './platform/page-context.ts'
import { textsOf } from './platform/page-texts.ts'
import { queryClientForHere } from './platform/query-client.ts'
import { serverTimeName } from './platform/server-clock.ts'
import { SiteProvider } from './platform/site.tsx'
import { siteData } from './platform/structured-data.ts'
import { viewerQuery } from './platform/viewer.ts'
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
  const { site: settings, viewer, nonce } = context.get(pageContext)
  const site = { ...settings, words: wordsAt(new URL(request.url).pathname, settings.words) }
  const { dehydratedState } = await prefetched(context, (call) => [
    { ...viewerQuery, queryFn: async () => viewer },
    statusQuery(call),
  ])
  return { site, nonce, dehydratedState, texts: textsOf(site.language?.catalogue, pattern), at: Date.now() }
}

/** It came with the document and is kept current by its own queries. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root')
  const nonce = root?.nonce
  const look = root?.site.look
  const language = root?.site.language
  if (root !== undefined) applyRanks(unpackRanks(root.site.ranks))
  // Browsers keep icons by their address, whatever they are told: another logo has another one.
  const icon = (path: string) => (look?.logo === undefined ? path : `${path}?${look.logo.slice(6, 14)}`)
  const { pathname } = useLocation()
  return (
    <html
      lang={language?.tag ?? 'en'}
      dir={language?.dir}
      className={isOverlay(pathname) ? 'dark overlay' : 'dark'}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={look?.ground ?? '#0a0b10'} />
        <link rel="icon" href={icon('/favicon.ico')} sizes="32x32" />
        <link rel="icon" href={icon('/favicon.svg')} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={icon('/apple-touch-icon.png')} />
        <link rel="manifest" href="/manifest.webmanifest" />
        {root?.texts && (
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
        {nonce && (
          <script
            nonce={nonce}
            suppressHydrationWarning
            // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
            dangerouslySetInnerHTML={{ __html: noteEarlyPress }}
          />
        )}
        {/* The first paint waits for all above the footer: a page that is painted while it is parsed moves. */}
        {!isOverlay(pathname) && <link rel="expect" href="#site-footer" blocking="render" />}
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
        <Scripts nonce={nonce} />
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
    <Providers site={loaderData.site} nonce={loaderData.nonce}>
      <SiteFrame>
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

function Providers({ site, nonce, children }: { site: SiteSettings; nonce: string; children: ReactNode }) {
  const [client] = useState(queryClientForHere)
  return (
    <SiteProvider site={site}>
      <NonceProvider nonce={nonce}>
        <QueryClientProvider client={client}>
          <Hydrated>
            <KeepLanguage>
              <CurrentBoards>{children}</CurrentBoards>
            </KeepLanguage>
          </Hydrated>
        </QueryClientProvider>
      </NonceProvider>
    </SiteProvider>
  )
}

/** Puts what the loaders fetched for the document into the query cache, once; later navigation brings nothing. */
function Hydrated({ children }: { children: ReactNode }) {
  const matches = useMatches()
  const [state] = useState<DehydratedState>(() => ({
    mutations: [],
    queries: matches
      .flatMap(
        ({ loaderData }) =>
          (loaderData as Partial<Prefetched> | null | undefined)?.dehydratedState?.queries ?? [],
      )
      // By the device's clock, as the cache counts: by the server's, data would be old where the device is ahead.
      .map((query) => ({ ...query, state: { ...query.state, dataUpdatedAt: Date.now() } })),
  }))
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>
}
