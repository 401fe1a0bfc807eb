/** What dialog and confirmation share: the dimmed page and the panel over it. */
export const overlayClass = 'fixed inset-0 z-50 animate-fade bg-ground/80 backdrop-blur-[2px]'

export const panelClass =
  'fixed top-1/2 start-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 rtl:translate-x-1/2 -translate-y-1/2 animate-rise overflow-y-auto rounded-lg border border-line border-t-2 border-t-ember bg-ground-raised p-6 shadow-float'

/** The floating list of a menu or a select. */
export const listClass =
  'z-50 animate-rise overflow-hidden rounded-md border border-line bg-ground-raised p-1 shadow-float'

export const listItemClass =
  'flex min-h-9 select-none items-center gap-2 rounded-sm px-2.5 py-1.5 text-sm outline-none data-[highlighted]:bg-line data-[disabled]:text-ink-faint data-[highlighted]:text-ink data-[highlighted]:shadow-[inset_2px_0_0_var(--color-ember)]'
