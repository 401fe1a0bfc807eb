import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { redirect } from 'react-router'
import { AuthTabs } from '../domains/accounts/sign-in/auth-tabs.tsx'
import { MarketingPanel } from '../domains/accounts/sign-in/marketing-panel.tsx'
import { noticeOf } from '../domains/accounts/sign-in/notice.ts'
import { SignInPanel } from '../domains/accounts/sign-in/sign-in-panel.tsx'
import { useNotice } from '../domains/accounts/sign-in/use-notice.ts'
import { useRedirectIfSignedIn } from '../domains/accounts/sign-in/use-redirect-if-signed-in.ts'
import { pageMeta } from '../platform/navigation/meta.ts'
import { pageContext } from '../platform/navigation/page-context.ts'
import { toast } from '../platform/toasts.ts'
import { knownViewer } from '../platform/viewer.ts'
import { useWords } from '../platform/words.ts'
import { Words } from '../ui/words.tsx'
import type { Route } from './+types/auth.ts'

const searchOf = (request: Request) => new URL(request.url).searchParams

/** A signed-in viewer has nothing to do here. With a notice the page itself leads on, since only it can show a toast. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { viewer } = context.get(pageContext)
  if (viewer !== null && noticeOf(searchOf(request)) === undefined) throw redirect('/')
  return null
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  if (knownViewer() === null) return null
  const notice = noticeOf(searchOf(request))
  if (notice !== undefined) toast(notice)
  throw redirect('/')
}

export const meta = pageMeta('/auth', msg`Login`, ({ words }) => words.auth?.description)

export default function Auth() {
  const words = useWords('auth')
  useNotice()
  const leaving = useRedirectIfSignedIn()
  if (leaving) return null
  return (
    <div className="overflow-clip">
      <div className="mx-auto grid max-w-page gap-x-16 px-4 py-12 sm:px-5 lg:grid-cols-[1fr_27rem] lg:items-center lg:py-20">
        <MarketingPanel words={words} />
        <section aria-labelledby="enter" className="mx-auto w-full max-w-108">
          <SignInPanel>
            <div className="px-5 pt-14 pb-8 sm:px-9">
              <h1 id="enter" className="text-center font-display text-4xl leading-none sm:text-5xl">
                <Words text={words?.heading} className="w-60" />
              </h1>
              <p className="mt-2 mb-7 text-center text-ink-soft text-sm">
                <Words text={words?.intro} />
              </p>
              <AuthTabs />
              <noscript>
                <p className="mt-4 text-ink-soft text-sm">
                  <Trans>Logging in needs JavaScript.</Trans>
                </p>
              </noscript>
            </div>
          </SignInPanel>
        </section>
      </div>
    </div>
  )
}
