import { FinishRecovery } from '../domains/accounts/recovery/finish-form.tsx'
import { SignInPanel } from '../domains/accounts/sign-in/sign-in-panel.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import type { Route } from './+types/recover-finish.ts'

export const meta: Route.MetaFunction = ({ matches }) => {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: 'New Password',
    description: `Set a new password for your account on ${site.name}.`,
    path: '/recover/finish',
    noindex: true,
  })
}

export default function RecoverFinish() {
  return (
    <div className="overflow-clip">
      <section aria-labelledby="finish" className="mx-auto w-full max-w-108 px-4 py-12 sm:px-0 lg:py-20">
        <SignInPanel>
          <div className="px-5 pt-14 pb-8 sm:px-9">
            <h1 id="finish" className="mb-7 text-center font-display text-4xl leading-none sm:text-5xl">
              A new password
            </h1>
            <FinishRecovery />
            <noscript>
              <p className="mt-4 text-ink-soft text-sm">A new password needs JavaScript.</p>
            </noscript>
          </div>
        </SignInPanel>
      </section>
    </div>
  )
}
