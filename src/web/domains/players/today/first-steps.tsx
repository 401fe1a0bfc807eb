import { Trans, useLingui } from '@lingui/react/macro'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import type { Today } from '../../../../contract/players/today-schemas.ts'
import { useHydrated } from '../../../platform/hydrated.ts'
import { useNonce } from '../../../platform/nonce.tsx'
import { storedFlag } from '../../../platform/stored-flag.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { JoinButton } from '../../../ui/join-button.tsx'
import { claimTarget } from '../../../ui/player-path.ts'

/** Whether the first steps are shown until all are done, in this browser. */
const firstStepsKey = 'first-steps'
const firstSteps = storedFlag(firstStepsKey, true)

/** What a new member does first, each with its state; gone once all are done, or dismissed. */
export function FirstSteps({ today, viewer }: { today: Today; viewer: OwnUser }) {
  const { t } = useLingui()
  const isWanted = firstSteps.useFlag()
  const isHydrated = useHydrated()
  const isLinked = viewer.gamertag !== null
  const steps = [
    {
      name: t`Join the server`,
      isDone: isLinked || today.lastMatch !== null,
      act: <JoinButton label="JOIN NOW" size="sm" />,
    },
    {
      name: t`Link your player`,
      isDone: isLinked,
      act: (
        <StepLink to={claimTarget}>
          <Trans>How to link</Trans>
        </StepLink>
      ),
    },
    {
      name: t`Follow somebody`,
      isDone: today.isFollowing,
      act: (
        <StepLink to="/community">
          <Trans>Find players</Trans>
        </StepLink>
      ),
    },
  ]
  if ((isHydrated && !isWanted) || steps.every(({ isDone }) => isDone)) return null
  return (
    <section
      aria-label={t`First steps`}
      className="rounded-lg border border-ember/50 bg-ground-card p-4"
      suppressHydrationWarning
    >
      {!isHydrated && <HideIfDismissed />}
      <div className="flex items-center justify-between gap-4">
        <h3 className="font-display text-2xl leading-none">
          <Trans>First steps</Trans>
        </h3>
        <Button look="quiet" size="sm" onClick={() => firstSteps.set(false)}>
          <Trans>Hide</Trans>
        </Button>
      </div>
      <ol className="mt-3 grid gap-2 sm:grid-cols-3">
        {steps.map(({ name, isDone, act }) => (
          <li
            key={name}
            className="flex flex-wrap items-center justify-between gap-2 rounded-md border border-line px-3 py-2"
          >
            <span className={classes('flex items-center gap-2 font-semibold', isDone && 'text-ink-soft')}>
              {isDone && <Check aria-hidden className="size-4 text-good" />}
              {name}
              {isDone && (
                <span className="sr-only">
                  <Trans>, done</Trans>
                </span>
              )}
            </span>
            {!isDone && act}
          </li>
        ))}
      </ol>
    </section>
  )
}

const StepLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Button asChild look="quiet" size="sm">
    <Link to={to}>{children}</Link>
  </Button>
)

/** The server does not know what was dismissed: the browser hides it before it is seen, so that nothing moves later. */
function HideIfDismissed() {
  return (
    <script
      nonce={useNonce()}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
      dangerouslySetInnerHTML={{
        __html: `try{document.currentScript.parentElement.hidden=localStorage.getItem('${firstStepsKey}')==='false'}catch{}`,
      }}
    />
  )
}
