import { Link } from 'react-router'
import { useSite } from '../platform/site.tsx'
import { classes } from '../ui/classes.ts'
import { SiteMark } from '../ui/site-mark.tsx'

/** Mark and wordmark, leading home. In the header of a narrow screen the mark stands alone. */
export function Logo({
  wordmark = 'always',
  onClick,
}: {
  wordmark?: 'always' | 'wide'
  onClick?: () => void
}) {
  const { name } = useSite()
  return (
    <Link
      to="/"
      aria-label={name}
      onClick={onClick}
      className="flex min-h-10 min-w-0 shrink-0 items-center gap-2.5 rounded-md"
    >
      <SiteMark className="size-9 shrink-0" />
      <span
        className={classes(
          'truncate font-display text-[1.75rem] leading-none',
          wordmark === 'wide' && 'hidden sm:block nav-tight:hidden',
        )}
      >
        {name}
      </span>
    </Link>
  )
}
