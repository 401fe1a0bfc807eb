import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False in the server's HTML and in the render that takes it over, true from then on. What only the visitor's own
 * machine knows (time zone, clock) waits for it, so that both first renders agree.
 */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** The zone of moments: UTC in the server's HTML, then undefined for the visitor's own. */
export const useZone = () => (useHydrated() ? undefined : 'UTC')

/**
 * The language of the page as it is written where the visitor lives: an English page has British dates for `en-GB`. Some
 * browsers name locales that `Intl` refuses, such as `en-US@posix`.
 */
export const useRegion = (locale: string) =>
  useHydrated()
    ? (navigator.languages?.find((tag) => /^..-[A-Z]{2}$/.test(tag) && tag.startsWith(locale.slice(0, 2))) ??
      locale)
    : locale
