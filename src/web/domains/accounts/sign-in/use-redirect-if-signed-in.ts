import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { redirectTarget } from '../../../platform/navigation/redirect-target.ts'
import { useSite } from '../../../platform/site.tsx'
import { useViewer } from '../../../platform/viewer.ts'

/**
 * Leads a signed-in viewer away from the sign-in page: to where they wanted to go when they have just signed in,
 * to / when they came here signed in already. True while a viewer is signed in.
 */
export function useRedirectIfSignedIn(): boolean {
  const signedIn = useViewer() !== null
  const [cameSignedIn] = useState(signedIn)
  const [search] = useSearchParams()
  const target = cameSignedIn ? '/' : redirectTarget(search.get('redirect'))
  const navigate = useNavigate()
  const hasLanguages = useSite().language?.offered !== undefined
  useEffect(() => {
    if (!signedIn) return
    // Replaces the entry, so that Back does not return to a form that redirects again.
    // An account may have its own language: where several are offered, the page is loaded again in it.
    if (hasLanguages) location.replace(target)
    else void navigate(target, { replace: true })
  }, [signedIn, target, navigate, hasLanguages])
  return signedIn
}
