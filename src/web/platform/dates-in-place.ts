/**
 * The document runs this at its end, right after what its first paint waits for: dates are in the visitor's zone and region from the beginning, in the
 * words that `Time` and `NearTime` write once the page is alive.
 */
export const datesInPlace = `{
  const tag = document.documentElement.lang
  const own = navigator.languages?.find((one) => /^..-[A-Z]{2}$/.test(one) && one.startsWith(tag.slice(0, 2)))
  const locale = own ?? (tag === 'en' ? 'en-US' : tag)
  const day = { month: 'short', day: 'numeric', year: 'numeric' }
  const time = { hour: 'numeric', minute: '2-digit' }
  const [times, dates] = [time, { ...day, ...time }].map((parts) => new Intl.DateTimeFormat(locale, parts))
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const now = document.querySelector('meta[name=server-time]')?.content
  const dayOf = (date) => Math.floor((date - date.getTimezoneOffset() * 60000) / 86400000)
  for (const one of document.querySelectorAll('time[data-moment]')) {
    const { moment, since } = one.dataset
    const at = new Date(one.dateTime)
    const isBeside = since !== undefined && dayOf(at) === dayOf(new Date(since))
    const ahead = now && moment === 'near' && !isBeside ? dayOf(at) - dayOf(new Date(+now)) : -1
    const isNear = ahead === 0 || ahead === 1
    const written = (isBeside || isNear ? times : dates).format(at).replace(/\u202f/g, ' ')
    one.textContent = isNear ? words.format(ahead, 'day') + ' ' + written : written
  }
}`
