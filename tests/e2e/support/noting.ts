import { noteCookie, noteRequest, noteText } from '../../../src/server/testing/noted-secrets.ts'

/** Every `fetch` of the journeys: what it sends and is given that no log may hold. */
const unnoted = globalThis.fetch
globalThis.fetch = async (input, init) => {
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
