import { msg } from '@lingui/core/macro'
import type { MetaDescriptor } from 'react-router'
import type { Post } from '../../../contract/posts/posts-schemas.ts'
import { articleMeta } from '../../platform/navigation/article-meta.ts'
import { type MetaSite, metaTags } from '../../platform/navigation/meta.ts'
import { titleName } from '../../ui/title-name.ts'
import { postImagePath, postPath } from './post-path.ts'

/** `post` is undefined when it was late or failed, null when there is none. */
export function postMeta(site: MetaSite, id: number | null, post: Post | null | undefined): MetaDescriptor[] {
  if (id === null || post === null) {
    const path = id === null ? '/posts' : postPath(id)
    return metaTags(site, { title: msg`Post Not Found`, description: msg`No post.`, path, noindex: true })
  }
  const tags = metaTags(site, {
    title: post
      ? msg`Post by ${{ username: titleName(post.user.username) }}`
      : msg({ message: 'Post', context: 'noun' }),
    description: post?.content ?? msg`A post on ${{ name: site.name }}.`,
    path: postPath(id),
    image: postImagePath(id),
  })
  return post ? articleMeta(tags, post.createdAt, post.editedAt ?? post.createdAt) : tags
}
