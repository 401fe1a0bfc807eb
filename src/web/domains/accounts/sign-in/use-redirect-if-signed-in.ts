import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { redirectTarget } from '../../../platform/redirect-target.ts'
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
  useEffect(() => {
    // Replaces the entry, so that Back does not return to a form that redirects again.
    if (signedIn) void navigate(target, { replace: true })
  }, [signedIn, target, navigate])
  return signedIn
}
