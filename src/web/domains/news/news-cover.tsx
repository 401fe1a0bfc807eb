import type { Cover } from '../../../contract/news/news-schemas.ts'

interface NewsCoverProps {
  readonly cover: Cover | null
  readonly className: string
  /** Of a picture that is likely below the first screen. */
  readonly isLazy?: boolean
}

/** The picture of an item, cut to its frame. The HTML has its size, so that nothing moves when it loads. */
export function NewsCover({ cover, className, isLazy = false }: NewsCoverProps) {
  if (cover === null) return null
  const { url, alt, width, height } = cover
  return (
    <img
      src={url}
      alt={alt}
      width={width}
      height={height}
      loading={isLazy ? 'lazy' : undefined}
      decoding="async"
      className={`bg-ground object-cover ${className}`}
    />
  )
}
