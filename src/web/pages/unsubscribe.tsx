import { useParams } from 'react-router'
import { unsubscribePath } from '../../contract/notifications/notifications.ts'
import { PanelPage } from '../domains/accounts/sign-in/panel-page.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { Unsubscribe } from '../ui/unsubscribe.tsx'
import type { Route } from './+types/unsubscribe.ts'

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta(siteOf(matches), {
    title: 'Unsubscribe',
    description: 'Stop emails of this kind.',
    path: unsubscribePath(params.token),
    noindex: true,
  })

export default function UnsubscribePage() {
  const { token = '' } = useParams()
  return (
    <PanelPage title="Unsubscribe">
      <Unsubscribe
        path={unsubscribePath(token)}
        question="Press the button to stop these emails."
        afterwards="When you are signed in, you can choose what you get under Notifications."
      />
    </PanelPage>
  )
}
