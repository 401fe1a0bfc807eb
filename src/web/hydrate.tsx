import { setNonce } from 'get-nonce'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { previewParam, withoutLineBreaks } from '../contract/content/page-path.ts'
import type { SiteLanguage } from '../contract/languages.ts'
import { noteTimeOfDocument } from './platform/live/server-clock.ts'
import { keepOfflinePage } from './platform/offline.ts'
import { loadTexts, sentTexts } from './platform/page-texts.ts'
import { TranslationProvider } from './platform/translation.tsx'

// Radix writes a style element while a dialog locks scrolling; the policy wants the page's nonce on it.
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
if (nonce) setNonce(nonce)

// The server rendered this path, and so must the browser.
const path = withoutLineBreaks(location.pathname)
if (path !== location.pathname)
  history.replaceState(history.state, '', path + location.search + location.hash)

/** What the server rendered in; its texts travel beside the scripts. */
async function languageOfPage(): Promise<SiteLanguage | undefined> {
  const sent = sentTexts()
  if (sent === undefined) return undefined
  await loadTexts(sent.catalogue, sent.address)
  return { tag: document.documentElement.lang, catalogue: sent.catalogue }
}

noteTimeOfDocument()

const language = await languageOfPage()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <TranslationProvider language={language}>
        <HydratedRouter />
      </TranslationProvider>
    </StrictMode>,
  )
})

if (new URLSearchParams(location.search).has(previewParam))
  void import('./platform/navigation/preview-links.ts').then((links) => links.followPreview(previewParam))

// In development pages come from sources that change, and nothing should stand between them and the browser.
if (import.meta.env.PROD) keepOfflinePage()
