/**
 * Reads a body within a time and a size. Fetch's own signal is not enough: the link between signal and body is weak, and
 * garbage collection removes it.
 * @throws when the body is late or too large
 */
export async function readBoundedBody(response: Response, leftMs: number, maxBytes: number): Promise<string> {
  const reader = response.body?.getReader()
  if (reader === undefined) return ''
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    reader.cancel().catch(() => undefined)
  }, leftMs)
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (isLate) throw new Error('Discord did not finish its response in time')
      if (done) return text + decoder.decode()
      text += decoder.decode(value, { stream: true })
      if (text.length > maxBytes) throw new Error('the response of Discord is too large')
    }
  } finally {
    clearTimeout(timer)
    await reader.cancel().catch(() => undefined)
  }
}
