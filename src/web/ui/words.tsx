import { classes } from './classes.ts'

/** A text of the network; a bar in its place until it is there, on phones as high as two lines, which most take. */
export const Words = ({ text, className }: { text: string | undefined; className?: string }) =>
  text ?? (
    <span
      aria-hidden
      data-skeleton=""
      className={classes(
        'inline-block h-[1em] max-sm:h-[2.5em] w-80 max-w-full animate-pulse rounded-md bg-ground-raised',
        className,
      )}
    />
  )
