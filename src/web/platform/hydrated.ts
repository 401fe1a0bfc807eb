import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * `server` in the server's HTML and in the render that takes it over, `here` from then on: for what only the visitor's
 * own machine knows (time zone, clock, fragment), so that both first renders agree. What depends on it is rendered
 * again where the two differ, and nowhere else.
 */
export const useTakenOver = <Value extends string | boolean | undefined>(
  here: () => Value,
  server: Value,
): Value => useSyncExternalStore(never, here, () => server)

/** For a small component: all of it is rendered again. */
export const useHydrated = () => useTakenOver<boolean>(() => true, false)

/** The zone of moments: UTC in the server's HTML, then undefined for the visitor's own. */
export const useZone = () => useTakenOver(() => undefined, 'UTC')

/**
 * The language of the page as it is written where the visitor lives: an English page has British dates for `en-GB`. Some
 * browsers name locales that `Intl` refuses, such as `en-US@posix`.
 */
export const useRegion = (locale: string) =>
  useTakenOver(
    () =>
      navigator.languages?.find((tag) => /^..-[A-Z]{2}$/.test(tag) && tag.startsWith(locale.slice(0, 2))) ??
      locale,
    locale,
  )
