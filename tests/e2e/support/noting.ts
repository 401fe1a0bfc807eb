import { noteCookie, noteRequest, noteText } from '../../../src/server/testing/noted-secrets.ts'

const unnoted = globalThis.fetch

/** Every `fetch` of the journeys: what it sends and is given that no log may hold. */
const notedFetch: typeof fetch = async (input, init) => {
  const response = await unnoted(input, init)
  noteRequest(response.status, {
    headers: Object.fromEntries(new Headers(init?.headers)),
    body: init?.body,
  })
  for (const cookie of response.headers.getSetCookie()) noteCookie(cookie)
  // The answers that hold secrets are small; a page of HTML is not worth a copy.
  if (response.ok && /\/api\/(?:second-factor|recovery|admin\/members)/.test(String(input)))
    noteText(await response.clone().text())
  return response
}

// The files of a worker share it: once is enough.
if (unnoted.name !== notedFetch.name) globalThis.fetch = notedFetch
