/** What every thing to fill in looks like. 16 px text, because smaller makes iOS zoom into the page on focus. */
export const controlClass =
  'w-full rounded-md border border-line-strong bg-ground px-3 text-base text-ink transition-colors hover:border-ink-soft aria-invalid:border-bad disabled:cursor-not-allowed disabled:border-line disabled:text-ink-faint'

/** Ids and ARIA of a control with its label, hint and error. */
export function fieldParts(id: string, hint: unknown, error: unknown) {
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
  const describedBy = [hintId, errorId].filter(Boolean).join(' ')
  return {
    hintId,
    errorId,
    aria: {
      ...(describedBy !== '' && { 'aria-describedby': describedBy }),
      ...(error ? { 'aria-invalid': true as const } : {}),
    },
  }
}
