import { useParams } from 'react-router'
import { endNewsletterPath } from '../../contract/news/newsletter.ts'
import { PanelPage } from '../domains/accounts/sign-in/panel-page.tsx'
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
    <PanelPage title="Unsubscribe">
      <Unsubscribe
        path={endNewsletterPath(token)}
        question="Press the button to unsubscribe. We then delete your address."
        afterwards="You can subscribe again at the bottom of every page."
      />
    </PanelPage>
  )
}
