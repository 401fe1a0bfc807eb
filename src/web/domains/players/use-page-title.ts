import { useEffect } from 'react'
import { useSite } from '../../platform/site.tsx'
import { titleName } from './title-name.ts'

/** The title of a page whose name came after the page did; a document brings its own. */
export function usePageTitle(name: string | undefined) {
  const site = useSite()
  useEffect(() => {
    if (name === undefined) return
    const before = document.title
    const ours = `${titleName(name)} · ${site.name}`
    document.title = ours
    return () => {
      // The next page may have brought its own already.
      if (document.title === ours) document.title = before
    }
  }, [name, site.name])
}
