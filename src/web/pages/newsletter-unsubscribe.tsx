import { useParams } from 'react-router'
import { endNewsletterPath } from '../../contract/content/newsletter.ts'
import { SignInPanel } from '../domains/accounts/sign-in/sign-in-panel.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { Unsubscribe } from '../ui/unsubscribe.tsx'
import type { Route } from './+types/newsletter-unsubscribe.ts'

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta(siteOf(matches), {
    title: 'Unsubscribe',
    description: 'No more newsletters.',
    path: endNewsletterPath(params.token),
    noindex: true,
  })

export default function NewsletterUnsubscribePage() {
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
              path={endNewsletterPath(token)}
              question="One press, and no more newsletters are sent to you. Your address is deleted."
              afterwards="You can subscribe again at the end of every page."
            />
          </div>
        </SignInPanel>
      </section>
    </div>
  )
}
