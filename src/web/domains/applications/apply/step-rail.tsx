import { classes } from '../../../ui/classes.ts'
import { type Step, steps, stepTitles } from './steps.ts'

/** Where in the form somebody is: a path of blocks that light up behind them. */
export function StepRail({ step }: { step: Step }) {
  const at = steps.indexOf(step)
  return (
    <nav aria-label="Progress">
      <p className="mb-2 text-ink-soft text-sm lg:hidden">
        Step {at + 1} of {steps.length}: <span className="font-semibold text-ink">{stepTitles[step]}</span>
      </p>
      <ol className="grid grid-cols-4 gap-1.5 lg:grid-cols-1 lg:gap-0">
        {steps.map((each, index) => (
          <li
            key={each}
            aria-current={each === step ? 'step' : undefined}
            className="group relative lg:flex lg:items-center lg:gap-3 lg:pb-7 lg:last:pb-0"
          >
            {index < steps.length - 1 && (
              <span
                aria-hidden
                className={classes(
                  'absolute top-5 left-[9px] hidden h-full w-0.5 lg:block',
                  index < at ? 'bg-ember' : 'bg-line',
                )}
              />
            )}
            <span
              aria-hidden
              className={classes(
                'relative block h-2 lg:size-5 lg:shrink-0 lg:border-2',
                index < at && 'bg-ember lg:border-ember',
                index === at &&
                  'bg-ember lg:border-ember lg:bg-ground lg:shadow-[inset_0_0_0_3px_var(--color-ground),inset_0_0_0_10px_var(--color-ember)]',
                index > at && 'bg-line lg:border-line lg:bg-ground',
              )}
            />
            <span
              className={classes(
                'text-sm max-lg:sr-only',
                index === at ? 'font-bold text-ink' : index < at ? 'text-ink-soft' : 'text-ink-faint',
              )}
            >
              {stepTitles[each]}
              {index < at && <span className="sr-only"> (done)</span>}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  )
}
