import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { RecoveryTabs } from '../domains/accounts/recovery/recovery-tabs.tsx'
import { SignInPanel } from '../domains/accounts/sign-in/sign-in-panel.tsx'
import { pageMeta } from '../platform/navigation/meta.ts'

export const meta = pageMeta(
  '/recover',
  msg`Forgot your password?`,
  ({ name }) => msg`Set a new password for your account on ${{ name }}.`,
)

export default function Recover() {
  return (
    <div className="overflow-clip">
      <section aria-labelledby="recover" className="mx-auto w-full max-w-108 px-4 py-12 sm:px-0 lg:py-20">
        <SignInPanel>
          <div className="px-5 pt-14 pb-8 sm:px-9">
            <h1 id="recover" className="text-center font-display text-4xl leading-none sm:text-5xl">
              <Trans>Forgot your password?</Trans>
            </h1>
            <p className="mt-2 mb-7 text-center text-ink-soft text-sm">
              <Trans>Set a new one to get back into your account.</Trans>
            </p>
            <RecoveryTabs />
            <noscript>
              <p className="mt-4 text-ink-soft text-sm">
                <Trans>A new password needs JavaScript.</Trans>
              </p>
            </noscript>
            <p className="mt-6 text-center text-sm">
              <Link to="/auth" className="text-ink-soft underline underline-offset-4 hover:text-ink">
                <Trans>Back to the login</Trans>
              </Link>
            </p>
          </div>
        </SignInPanel>
      </section>
    </div>
  )
}
