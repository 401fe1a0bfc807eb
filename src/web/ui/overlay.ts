/** What dialog and confirmation share: the dimmed page and the panel over it. */
export const overlayClass = 'fixed inset-0 z-50 animate-fade bg-ground/80 backdrop-blur-[2px]'

export const panelClass = 'float-panel'

/** The floating list of a menu or a select. */
export const listClass =
  'z-50 animate-rise overflow-hidden rounded-md border border-line bg-ground-raised p-1 shadow-float'

export const listItemClass = 'float-item'
