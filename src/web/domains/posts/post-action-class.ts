/** The small square buttons in a post's corner. */
export const postActionClass =
  'inline-flex size-9 items-center justify-center rounded-md text-ink-faint transition-colors hover:bg-ground-raised hover:text-ink data-[state=open]:bg-ground-raised data-[state=open]:text-ink'
