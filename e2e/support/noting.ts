import { noteCookie, noteHeaders, noteText } from '../../src/server/testing/noted-secrets.ts'

/** Every `fetch` of the journeys: what it sends and is given that no log may hold. */
const unnoted = globalThis.fetch
globalThis.fetch = async (input, init) => {
  noteHeaders(Object.fromEntries(new Headers(init?.headers)))
  noteText(init?.body)
  const answer = await unnoted(input, init)
  for (const cookie of answer.headers.getSetCookie()) noteCookie(cookie)
  // The answers that hold secrets are small; a page of HTML is not worth a copy.
  if (answer.ok && /\/api\/(?:second-factor|recovery|admin\/members)/.test(String(input)))
    noteText(await answer.clone().text())
  return answer
}
