import { useParams } from 'react-router'
import { unsubscribePath } from '../../contract/notifications/notifications.ts'
import { SignInPanel } from '../domains/accounts/sign-in/sign-in-panel.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { Unsubscribe } from '../ui/unsubscribe.tsx'
import type { Route } from './+types/unsubscribe.ts'

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta(siteOf(matches), {
    title: 'Unsubscribe',
    description: 'No more mails of this kind.',
    path: unsubscribePath(params.token),
    noindex: true,
  })

export default function UnsubscribePage() {
  const { token = '' } = useParams()
  return (
    <div className="overflow-clip">
      <section aria-labelledby="unsubscribe" className="mx-auto w-full max-w-108 px-4 py-12 sm:px-0 lg:py-20">
        <SignInPanel>
          <div className="px-5 pt-14 pb-8 sm:px-9">
            <h1 id="unsubscribe" className="mb-7 text-center font-display text-4xl leading-none sm:text-5xl">
              Unsubscribe
            </h1>
            <Unsubscribe
              path={unsubscribePath(token)}
              question="One press, and no more mails of this kind are sent to you."
              afterwards="Signed in, you choose what you get under Notifications."
            />
          </div>
        </SignInPanel>
      </section>
    </div>
  )
}
