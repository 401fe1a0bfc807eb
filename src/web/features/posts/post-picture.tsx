import type { CSSProperties } from 'react'
import type { Post } from '../../../contract/posts.ts'

/** No picture is taller; a tall one gets narrower instead. */
const tallestRem = 32

const widthLimit = ({ mediaWidth, mediaHeight }: Post): CSSProperties =>
  mediaWidth === null || mediaHeight === null
    ? {}
    : { maxWidth: `min(100%, ${((tallestRem * mediaWidth) / mediaHeight).toFixed(2)}rem)` }

/** The posted image. Its measures stand in the HTML, so that nothing moves when it arrives. */
export function PostPicture({ post }: { post: Post }) {
  if (post.mediaUrl === null) return null
  return (
    <img
      src={post.mediaUrl}
      alt={`Posted by ${post.user.username}`}
      width={post.mediaWidth ?? undefined}
      height={post.mediaHeight ?? undefined}
      loading="lazy"
      decoding="async"
      style={widthLimit(post)}
      className="mt-3 h-auto rounded-md border border-line bg-ground"
    />
  )
}
