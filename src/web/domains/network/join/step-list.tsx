import type { ReactNode } from 'react'

export const StepList = ({ children }: { children: ReactNode }) => (
  <ol className="grid list-decimal gap-3 pl-5 text-ink-soft text-sm leading-relaxed marker:font-bold marker:text-ember">
    {children}
  </ol>
)

/** Words that stand on the game's own screens. */
export const Screen = ({ children }: { children: ReactNode }) => (
  <b className="font-semibold text-ink">{children}</b>
)
