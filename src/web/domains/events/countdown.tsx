import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useSeconds } from '../../platform/live/server-clock.ts'
import { classes } from '../../ui/classes.ts'

const units = [
  [msg`days`, 86_400_000],
  [msg`hours`, 3_600_000],
  [msg({ message: 'min', comment: 'minutes' }), 60_000],
  [msg({ message: 'sec', comment: 'seconds' }), 1_000],
] as const

/** How much of each unit is left, the greater ones taken off. */
const parts = (left: number) => {
  let rest = Math.max(0, left)
  return units.map(([, ms]) => {
    const whole = Math.floor(rest / ms)
    rest -= whole * ms
    return whole
  })
}

interface CountdownProps {
  readonly to: string
  /** `Starts in`. */
  readonly label: string
}

/** Counts down to a moment by the server's clock: empty in the server's HTML. Screen readers read it when asked. */
export function Countdown({ to, label }: CountdownProps) {
  const { t } = useLingui()
  const now = useSeconds()
  const left = now === null ? null : Date.parse(to) - now
  const counts = left === null ? null : parts(left)
  const [days = 0, hours = 0, minutes = 0] = counts ?? []
  return (
    <div className="grid gap-2">
      <p className="font-bold text-ink-soft text-sm">{label}</p>
      <div
        role="timer"
        aria-label={counts === null ? label : t`${label} ${days} days, ${hours} hours and ${minutes} minutes`}
        className="grid grid-cols-4 gap-2 sm:gap-3"
      >
        {units.map(([name], at) => (
          <div
            key={name.id}
            aria-hidden
            className="pixel-corners relative grid justify-items-center bg-ground pt-3 pb-2"
          >
            <span className="absolute inset-x-0 top-0 h-1/2 bg-ground-card" />
            <span
              className={classes(
                'relative font-display text-5xl tabular-nums leading-none sm:text-6xl',
                at === units.length - 1 ? 'text-ember-bright' : 'text-ink',
              )}
            >
              {counts === null ? '--' : String(counts[at]).padStart(2, '0')}
            </span>
            <span className="relative text-ink-faint text-xs">{t(name)}</span>
          </div>
        ))}
      </div>
    </div>
  )
}
