import { classes } from '../../../ui/classes.ts'

/** A lamp that burns while somebody is there. The words beside it say the same. */
export function OnlineLight({ lit }: { lit: boolean }) {
  return (
    <span
      aria-hidden
      className={classes(
        'size-3 self-center',
        lit ? 'bg-good shadow-[0_0_10px_var(--color-good)]' : 'bg-ink-faint',
      )}
    />
  )
}
