import { addTexts } from './translation.tsx'

/** @param pattern of the page's address, as routes are given it: each page has the texts that it can say */
export const textsOf = (catalogue: string | undefined, pattern: string) =>
  catalogue && `${catalogue}?page=${encodeURIComponent(pattern)}`

const loads = new Map<string, Promise<void>>()
const loadMs = 10_000

/** Adds texts to those of their language. A page whose texts cannot be had is in English. */
export function loadTexts(catalogue: string, address: string): Promise<void> {
  const load =
    loads.get(address) ??
    fetch(address, { signal: AbortSignal.timeout(loadMs) })
      .then((response) => (response.ok ? response.json() : {}))
      .catch(() => ({}))
      .then((texts) => addTexts(catalogue, texts))
  loads.set(address, load)
  return load
}

/** What the document says of its texts; undefined in English. */
export function sentTexts(): { readonly catalogue: string; readonly address: string } | undefined {
  const link = document.querySelector<HTMLLinkElement>('link[data-catalogue]')
  const { catalogue } = link?.dataset ?? {}
  return catalogue === undefined ? undefined : { catalogue, address: link!.getAttribute('href')! }
}
