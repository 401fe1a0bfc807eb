import { setNonce } from 'get-nonce'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { previewParam, withoutLineBreaks } from '../contract/content/page-path.ts'
import type { SiteLanguage } from '../contract/languages.ts'
import { keepOfflinePage } from './platform/offline.ts'
import { addCatalogue, TranslationProvider } from './platform/translation.tsx'

// Radix writes a style element while a dialog locks scrolling; the policy wants the page's nonce on it.
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
if (nonce) setNonce(nonce)

// The server rendered this path, and so must the browser.
const path = withoutLineBreaks(location.pathname)
if (path !== location.pathname)
  history.replaceState(history.state, '', path + location.search + location.hash)

/** What the server rendered in; its texts travel beside the scripts. Without them the page goes on in English. */
async function languageOfPage(): Promise<SiteLanguage | undefined> {
  const catalogue = document.querySelector('link[data-catalogue]')?.getAttribute('href')
  if (catalogue == null) return undefined
  const texts = await fetch(catalogue)
    .then((response) => (response.ok ? response.json() : undefined))
    .catch(() => undefined)
  if (texts !== undefined) addCatalogue(catalogue, texts)
  return { tag: document.documentElement.lang, catalogue }
}

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
  void import('./platform/preview-links.ts').then((links) => links.followPreview(previewParam))

// In development pages come from sources that change, and nothing should stand between them and the browser.
if (import.meta.env.PROD) keepOfflinePage()
