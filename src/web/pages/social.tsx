import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import type { Post } from '../../contract/posts/posts-schemas.ts'
import { RemoveWritten } from '../domains/moderation/remove-written.tsx'
import { PostFeed } from '../domains/posts/post-feed.tsx'
import { PostingNotes } from '../domains/posts/posting-notes.tsx'
import { postsKey, postsQuery } from '../domains/posts/posts-query.ts'
import { WritePost } from '../domains/posts/write-post.tsx'
import { pageMeta } from '../platform/navigation/meta.ts'
import { pageLoader, skipClientLoader } from '../platform/navigation/page-context.ts'
import { useWords } from '../platform/words.ts'
import { Words } from '../ui/words.tsx'

export const loader = pageLoader((call) => [postsQuery(call)])
export const clientLoader = skipClientLoader

export const meta = pageMeta('/social', msg`Social Feed`, ({ words }) => words.social?.description)

const removeAsStaff = (post: Post) => <RemoveAsStaff post={post} />

function RemoveAsStaff({ post }: { post: Post }) {
  const client = useQueryClient()
  return (
    <RemoveWritten
      what="post"
      written={post}
      onRemoved={() => void client.invalidateQueries({ queryKey: postsKey })}
    />
  )
}

export default function Social() {
  const { t } = useLingui()
  const words = useWords('social')
  return (
    // Room below on small screens: the floating button must not cover the last post.
    <div className="mx-auto w-full max-w-page px-4 pt-6 pb-24 md:pb-12">
      <div className="mx-auto grid max-w-5xl gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <header className="grid gap-2 lg:col-span-2">
          <Link
            to="/community"
            className="inline-flex min-h-9 items-center gap-2 justify-self-start text-ink-soft text-sm hover:text-ember-bright"
          >
            <ArrowLeft aria-hidden className="size-4" />
            <Trans>Back to Community</Trans>
          </Link>
          <h1 className="font-display text-5xl leading-none">
            <Trans>Social Feed</Trans>
          </h1>
          <p className="text-ink-soft">
            <Words text={words?.intro} />
          </p>
        </header>
        <div className="grid min-w-0 content-start gap-6">
          <WritePost />
          <PostFeed staffAction={removeAsStaff} />
        </div>
        <aside aria-label={t`How posting works`} className="lg:sticky lg:top-24 lg:self-start">
          <PostingNotes />
        </aside>
      </div>
    </div>
  )
}
