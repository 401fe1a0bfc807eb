import type { MetaDescriptor } from 'react-router'

const isType = (tag: MetaDescriptor) => 'property' in tag && tag.property === 'og:type'

/** The tags of a page that somebody wrote at a time (ogp.me, article). */
export const articleMeta = (
  tags: readonly MetaDescriptor[],
  publishedAt: string,
  changedAt: string,
): MetaDescriptor[] => [
  ...tags.map((tag) => (isType(tag) ? { property: 'og:type', content: 'article' } : tag)),
  { property: 'article:published_time', content: publishedAt },
  { property: 'article:modified_time', content: changedAt },
]
