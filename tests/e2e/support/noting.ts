import { noteCookie, noteRequest, noteText } from '../../../src/server/testing/noted-secrets.ts'

const unnoted = globalThis.fetch

/**
 * A kept connection may be closed at the moment at which it is used again: a read is then sent once more, as browsers do
 * (RFC 9112, 9.3.1).
 */
const fetchAgain: typeof fetch = async (input, init) => {
  try {
    return await unnoted(input, init)
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string }
    if (init?.method !== undefined || code !== 'UND_ERR_SOCKET') throw error
    return unnoted(input, init)
  }
}

/** Every `fetch` of the journeys: what it sends and is given that no log may hold. */
const notedFetch: typeof fetch = async (input, init) => {
  const response = await fetchAgain(input, init)
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
