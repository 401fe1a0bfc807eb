import { createContext, type ReactNode, useContext } from 'react'
import type { SitePart } from '../../contract/content/navigation.ts'
import type { SiteSettings } from '../../contract/content/site.ts'

const SiteContext = createContext<SiteSettings | null>(null)

/** Name, game address and outside links of this site. The document has them; none are in code. */
export function SiteProvider({ site, children }: { site: SiteSettings; children: ReactNode }) {
  return <SiteContext value={site}>{children}</SiteContext>
}

export function useSite(): SiteSettings {
  const site = useContext(SiteContext)
  if (site === null) throw new Error('useSite needs a SiteProvider above it')
  return site
}

/** Whether a part of the site is switched off: nothing leads there then. */
export const useIsOff = (part: SitePart) => useSite().off?.includes(part) ?? false
