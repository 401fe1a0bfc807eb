import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { OwnUser } from '../../contract/accounts/users-schemas.ts'
import { applicationPositions } from '../../contract/applications/application-options.ts'
import type { ApplicationReceipt } from '../../contract/applications/applications-schemas.ts'
import { ApplicationSent } from '../domains/applications/apply/application-sent.tsx'
import { ApplyForm } from '../domains/applications/apply/apply-form.tsx'
import { LoginToApply } from '../domains/applications/apply/login-to-apply.tsx'
import { OpenApplications } from '../domains/applications/apply/open-applications.tsx'
import { useOwnApplications } from '../domains/applications/my-applications.tsx'
import { ownApplicationsQuery } from '../domains/applications/own-applications-query.ts'
import { pageMeta } from '../platform/navigation/meta.ts'
import { pageContext, prefetched, skipClientLoader } from '../platform/navigation/page-context.ts'
import { useViewer } from '../platform/viewer.ts'
import { useWords } from '../platform/words.ts'
import { Words } from '../ui/words.tsx'
import type { Route } from './+types/apply.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { viewer } = context.get(pageContext)
  return prefetched(context, (call) => (viewer === null ? [] : [ownApplicationsQuery(call, viewer)]))
}

export const clientLoader = skipClientLoader

export const meta = pageMeta('/apply', msg`Apply for Staff`, ({ words }) => words.apply?.description)

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
            <h1 className="font-display text-5xl leading-none sm:text-6xl">
              <Trans>Apply for Staff</Trans>
            </h1>
            <p className="mt-3 max-w-prose text-ink-soft leading-relaxed">
              <Words text={words?.intro} />
            </p>
          </header>
          {viewer === null ? (
            <LoginToApply />
          ) : (
            <Applying key={viewer.id} member={viewer} onSent={setReceipt} />
          )}
        </>
      )}
    </div>
  )
}

/** The form, unless every position has an open application of this member. */
function Applying({ member, onSent }: { member: OwnUser; onSent: (receipt: ApplicationReceipt) => void }) {
  const { open } = useOwnApplications(member)
  return (
    <>
      <OpenApplications member={member} />
      {open.length < applicationPositions.length && (
        <ApplyForm member={member} closed={open.map(({ position }) => position)} onSent={onSent} />
      )}
    </>
  )
}
