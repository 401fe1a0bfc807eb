import { type RouterContextProvider, redirect } from 'react-router'
import { isAdmin, isStaff, type Viewer } from '../../contract/accounts/ranks.ts'
import { pageContext, skipClientLoader } from './page-context.ts'
import { knownViewer } from './viewer.ts'

type May = (viewer: Viewer | null) => boolean

/**
 * Redirects others to sign-in with a reason code (docs/spec/rulings.md, Pages), and staff whose rank waits for
 * something that they can do to where they do it.
 */
function refuseOthers(viewer: Viewer | null, may: May): void {
  const waitsFor = viewer?.rankWithheldBy
  if (waitsFor === 'recovery') throw redirect('/profile')
  if (waitsFor === 'password' || waitsFor === 'second-factor') throw redirect(`/profile#${waitsFor}`)
  if (!may(viewer)) throw redirect('/auth?redirect=/admin&notice=staff')
}

/** Call first in the loader of a page below /admin: the document is refused before anything is read. */
export const staffDocument = (context: Readonly<RouterContextProvider>, may: May = isStaff) =>
  refuseOthers(context.get(pageContext).viewer, may)

/** The client loader of a staff page: redirects others at once, without a request. */
export async function requireStaff() {
  refuseOthers(knownViewer(), isStaff)
  return skipClientLoader()
}

/** The same for pages of fewer people. */
export async function requireViewer(may: May) {
  refuseOthers(knownViewer(), may)
  return skipClientLoader()
}

export const requireAdmin = () => requireViewer(isAdmin)
