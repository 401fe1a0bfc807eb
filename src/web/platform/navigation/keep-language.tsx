import { type ReactNode, use, useEffect, useMemo } from 'react'
import { UNSAFE_NavigationContext as NavigationContext, useLocation } from 'react-router'
import { addressIn, languageName } from '../../../contract/languages.ts'
import { useSite } from '../site.tsx'

const searchIn = (tag: string, search: string) =>
  new URLSearchParams(search).has(languageName) ? search : addressIn(tag, search)

/**
 * Links of a page whose address says its language say it too, also those that search engines read, and so does the
 * address of each page that is opened from it. React Router asks its navigator for the address of a link.
 */
export function KeepLanguage({ children }: { children: ReactNode }) {
  const { language } = useSite()
  const tag = language?.isInAddress && language.tag
  const context = use(NavigationContext)
  const { pathname, search } = useLocation()
  const keeping = useMemo(() => {
    if (!tag) return context
    const createHref: typeof context.navigator.createHref = (to) =>
      context.navigator.createHref(
        typeof to === 'string' ? to : { ...to, search: searchIn(tag, to.search ?? '') },
      )
    return { ...context, navigator: { ...context.navigator, createHref } }
  }, [context, tag])
  useEffect(() => {
    const kept = tag ? searchIn(tag, search) : search
    if (kept !== search) history.replaceState(history.state, '', pathname + kept + location.hash)
  }, [tag, pathname, search])
  return <NavigationContext value={keeping}>{children}</NavigationContext>
}
