import { msg } from '@lingui/core/macro'
import type { MetaDescriptor } from 'react-router'
import type { SiteSettings } from '../../../contract/content/site.ts'
import type { Post } from '../../../contract/posts/posts-schemas.ts'
import { articleMeta } from '../../platform/article-meta.ts'
import { pageMeta } from '../../platform/meta.ts'
import { titleName } from '../../ui/title-name.ts'
import { postImagePath, postPath } from './post-path.ts'

/** `post` is undefined when it was late or failed, null when there is none. */
export function postMeta(
  site: SiteSettings,
  id: number | null,
  post: Post | null | undefined,
): MetaDescriptor[] {
  if (id === null || post === null) {
    const path = id === null ? '/posts' : postPath(id)
    return pageMeta(site, { title: msg`Post Not Found`, description: msg`No post.`, path, noindex: true })
  }
  const tags = pageMeta(site, {
    title: post
      ? msg`Post by ${{ username: titleName(post.user.username) }}`
      : msg({ message: 'Post', context: 'noun' }),
    description: post?.content ?? msg`A post on ${{ name: site.name }}.`,
    path: postPath(id),
    image: postImagePath(id),
  })
  return post ? articleMeta(tags, post.createdAt, post.editedAt ?? post.createdAt) : tags
}
