import type { SiteSettings } from '../../../contract/content/site.ts'
import type { Post } from '../../../contract/posts/posts-schemas.ts'
import { titleName } from '../../ui/title-name.ts'
import { postImagePath, postPath } from './post-path.ts'

/** A post for machines (schema.org, DiscussionForumPosting). */
export function postData({ publicUrl }: Pick<SiteSettings, 'publicUrl'>, post: Post) {
  const { id, content, mediaUrl, user, createdAt, editedAt, commentCount, reactionCounts } = post
  const name = titleName(user.username)
  const url = publicUrl + postPath(id)
  return {
    '@type': 'DiscussionForumPosting',
    headline: `Post by ${name}`,
    text: content,
    url,
    mainEntityOfPage: url,
    datePublished: createdAt,
    dateModified: editedAt ?? createdAt,
    author: { '@type': 'Person', name, url: `${publicUrl}/player/${user.id}` },
    isPartOf: { '@id': `${publicUrl}/#website` },
    image: publicUrl + (mediaUrl ?? postImagePath(id)),
    commentCount,
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: 'https://schema.org/LikeAction',
      userInteractionCount: reactionCounts.like,
    },
  }
}
