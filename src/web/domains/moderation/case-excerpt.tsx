import type { ModerationCase } from '../../../contract/moderation/moderation-schemas.ts'
import { fewBlankLines } from '../../ui/few-blank-lines.ts'

/** The post as it was when it was last reported. Its picture keeps its place while it loads. */
export function CaseExcerpt({ one: { excerpt, mediaUrl, isThere } }: { one: ModerationCase }) {
  return (
    <blockquote className="rounded-md border-line-strong border-l-2 bg-ground p-3.5 text-sm leading-relaxed">
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {excerpt !== null && fewBlankLines(excerpt)}
      </p>
      {mediaUrl !== null && (
        <img
          src={mediaUrl}
          alt="Attached to the post"
          loading="lazy"
          className="mt-3 h-48 w-full object-contain object-left"
        />
      )}
      {!isThere && <p className="mt-2 text-ink-faint">(the post is gone)</p>}
    </blockquote>
  )
}
