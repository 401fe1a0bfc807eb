import { type RouterContextProvider, redirect } from 'react-router'
import type { Viewer } from '../../../contract/accounts/ranks.ts'
import { canOpen, type StaffPage } from '../../../contract/admin/staff-pages.ts'
import type { Transport } from '../../../contract/endpoint.ts'
import { knownViewer } from '../viewer.ts'
import { type AnyQuery, pageContext, prefetched, skipClientLoader } from './page-context.ts'

/**
 * Redirects anyone else to sign-in with a reason code (docs/spec/rulings.md, Pages), and staff whose rank is withheld
 * to the place where they can fix that.
 */
function refuseOthers(viewer: Viewer | null, page: StaffPage): void {
  const waitsFor = viewer?.rankWithheldBy
  if (waitsFor === 'recovery') throw redirect('/profile')
  if (waitsFor === 'password' || waitsFor === 'second-factor') throw redirect(`/profile#${waitsFor}`)
  if (!canOpen(viewer, page)) throw redirect('/auth?redirect=/admin&notice=staff')
}

/** Call first in the loader of a page below /admin: refuses the document before anything is read. */
export const staffDocument = (context: Readonly<RouterContextProvider>, page: StaffPage) =>
  refuseOthers(context.get(pageContext).viewer, page)

/** The `loader` of a staff page: the guard, then the page's data. `search` is the query string of its address. */
export const staffLoader =
  (
    page: StaffPage,
    queries: (call: Transport, search: string, viewer: Viewer | null) => readonly AnyQuery[],
  ) =>
  async ({ context, request }: { context: Readonly<RouterContextProvider>; request: Request }) => {
    staffDocument(context, page)
    const { viewer } = context.get(pageContext)
    return prefetched(context, (call) => queries(call, new URL(request.url).search, viewer))
  }

/** The `clientLoader` of a staff page: redirects others at once, without a request. */
export const staffClientLoader = (page: StaffPage) => async () => {
  refuseOthers(knownViewer(), page)
  return skipClientLoader()
}
