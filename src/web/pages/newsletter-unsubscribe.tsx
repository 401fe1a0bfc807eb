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
        question="One press, and no more newsletters are sent to you. Your address is deleted."
        afterwards="You can subscribe again at the end of every page."
      />
    </PanelPage>
  )
}
