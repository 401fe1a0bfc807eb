import { useState } from 'react'
import type { ApplicationReceipt } from '../../contract/applications.ts'
import { ApplicationSent } from '../features/applications/apply/application-sent.tsx'
import { ApplyForm } from '../features/applications/apply/apply-form.tsx'
import { LoginToApply } from '../features/applications/apply/login-to-apply.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { useViewer } from '../platform/viewer.ts'
import { useWords } from '../platform/words.ts'
import { Words } from '../ui/words.tsx'
import type { Route } from './+types/apply.ts'

export const meta: Route.MetaFunction = ({ matches }) => {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: 'Apply for Staff',
    description: site.words.apply?.description,
    path: '/apply',
  })
}

export default function Apply() {
  const words = useWords('apply')
  const viewer = useViewer()
  const [receipt, setReceipt] = useState<ApplicationReceipt>()
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-8 sm:px-5 lg:py-12">
      {receipt !== undefined ? (
        <ApplicationSent receipt={receipt} />
      ) : (
        <>
          <header className="mb-8">
            <h1 className="font-display text-5xl leading-none sm:text-6xl">Apply for Staff</h1>
            <p className="mt-3 max-w-prose text-ink-soft leading-relaxed">
              <Words text={words?.intro} />
            </p>
          </header>
          {viewer === null ? (
            <LoginToApply />
          ) : (
            <ApplyForm key={viewer.id} member={viewer} onSent={setReceipt} />
          )}
        </>
      )}
    </div>
  )
}
