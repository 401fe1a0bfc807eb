import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { redirect, useNavigate } from 'react-router'
import { blockedQuery } from '../domains/accounts/blocks/block-queries.ts'
import { BlockedList } from '../domains/accounts/blocks/blocked-list.tsx'
import { followedQuery } from '../domains/players/follows/follow-queries.ts'
import { FollowedList } from '../domains/players/follows/followed-list.tsx'
import { signInPath } from '../platform/ended-session.ts'
import { pageMeta } from '../platform/navigation/meta.ts'
import { pageContext, prefetched } from '../platform/navigation/page-context.ts'
import { knownViewer, useViewer } from '../platform/viewer.ts'
import type { Route } from './+types/following.ts'

export async function loader({ context }: Route.LoaderArgs) {
  if (context.get(pageContext).viewer === null) throw redirect('/auth?redirect=/following')
  return prefetched(context, (call) => [followedQuery(call), blockedQuery(call)])
}

export async function clientLoader() {
  if (knownViewer() === null) throw redirect('/auth?redirect=/following')
  return null
}

export const meta = pageMeta(
  '/following',
  msg`Players you follow`,
  msg`The players whose matches and posts you see on your home page.`,
)

export default function Following() {
  const viewer = useViewer()
  const navigate = useNavigate()
  useEffect(() => {
    if (viewer === null) void navigate(signInPath('/following'), { replace: true })
  }, [viewer, navigate])
  if (viewer === null) return null
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-6 px-4 py-8 sm:px-5 lg:py-12">
      <div className="grid gap-2">
        <h1 className="font-display text-5xl leading-none">
          <Trans>Players You Follow</Trans>
        </h1>
        <p className="text-ink-soft">
          <Trans>You see their matches and posts on your home page, except those of muted players.</Trans>
        </p>
      </div>
      <FollowedList />
      <section id="blocked" aria-labelledby="blocked-heading" className="mt-4 grid scroll-mt-24 gap-4">
        <div className="grid gap-2">
          <h2 id="blocked-heading" className="font-display text-3xl leading-none">
            <Trans>Members You Blocked</Trans>
          </h2>
          <p className="text-ink-soft">
            <Trans>
              They cannot follow you or comment on your posts, and they are not told. If you unblock them,
              they can follow you again.
            </Trans>
          </p>
        </div>
        <BlockedList />
      </section>
    </div>
  )
}
