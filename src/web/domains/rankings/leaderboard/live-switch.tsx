import { Switch } from 'radix-ui'
import { useId } from 'react'

export interface LiveSwitchProps {
  readonly on: boolean
  readonly onChange: (on: boolean) => void
}

export function LiveSwitch({ on, onChange }: LiveSwitchProps) {
  const id = useId()
  return (
    <div className="inline-flex min-h-11 items-center gap-3 noscript:hidden">
      <Switch.Root
        id={id}
        checked={on}
        onCheckedChange={onChange}
        className="inline-flex h-6 w-11 shrink-0 items-center rounded-md border border-line-strong bg-ground p-0.5 transition-colors data-[state=checked]:border-ember data-[state=checked]:bg-ember/20"
      >
        <Switch.Thumb className="pixel-corners size-4.5 bg-ink-faint transition-[translate,background-color] data-[state=checked]:translate-x-5 data-[state=checked]:bg-ember" />
      </Switch.Root>
      <label htmlFor={id} className="cursor-pointer font-semibold text-sm">
        Live updates
      </label>
    </div>
  )
}
