import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import { useSite } from '../../../platform/site.tsx'
import { toast } from '../../../platform/toasts.ts'
import { useWords } from '../../../platform/words.ts'
import { Button, type ButtonSize } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { JoinButton } from '../../../ui/join-button.tsx'
import { Words } from '../../../ui/words.tsx'
import { ArenaScene } from './arena-scene.tsx'

function WhyJoin({ size }: { size: ButtonSize }) {
  const { t } = useLingui()
  const { name } = useSite()
  const reasons = useWords('home')?.whyJoin ?? []
  const showReasons = () => toast({ title: t`Why Join ${name}?`, description: <Reasons reasons={reasons} /> })
  return (
    <Button look="quiet" size={size} onClick={showReasons}>
      <Trans>WHY JOIN US?</Trans>
    </Button>
  )
}

const Reasons = ({ reasons }: { reasons: readonly string[] }) => (
  <ul className="hero-reasons">
    {reasons.map((reason) => (
      <li key={reason}>{reason}</li>
    ))}
  </ul>
)

function Scene() {
  const own = useSite().look?.hero
  if (own === undefined) return <ArenaScene className="absolute inset-0" />
  return (
    <img
      src={own.url}
      alt={own.alt}
      fetchPriority="high"
      className="absolute inset-0 size-full object-cover"
      style={{ objectPosition: `${own.x}% ${own.y}%` }}
    />
  )
}

export interface HeroProps {
  /** The number of players online. It is another feature, so the page passes it in. */
  readonly status?: ReactNode
  /** How to join on devices without an add-server link. It is another feature too. */
  readonly howToJoin?: ReactNode
  /** For members, who come for what is below it. */
  readonly isSmall?: boolean
  /** For players, whose day comes first on a phone: only screen readers meet it there. */
  readonly isWideOnly?: boolean
}

/** The top of the home page: the arena, the name, and the button to join. */
export function Hero({ status, howToJoin, isSmall = false, isWideOnly = false }: HeroProps) {
  const { name } = useSite()
  const words = useWords('home')
  const headingId = useId()
  const size = isSmall ? 'md' : 'lg'
  return (
    <section
      data-hero
      aria-labelledby={headingId}
      className={classes('hero', isSmall ? 'hero-small' : 'hero-big', isWideOnly && 'hero-wide')}
    >
      <div className="hero-view">
        <Scene />
      </div>
      <div className="hero-text">
        {status}
        <h1 id={headingId}>{name}</h1>
        <p>
          <Words text={words?.hero} />
        </p>
        <div className="hero-acts">
          <JoinButton label="JOIN SERVER" size={size} fullOnPhones={!isSmall} />
          <WhyJoin size={size} />
          {howToJoin}
        </div>
      </div>
    </section>
  )
}
