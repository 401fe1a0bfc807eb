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
  <ul className="grid list-[square] gap-1 ps-5 marker:text-ember">
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
}

/** The top of the home page: the arena, the name, and the button to join. */
export function Hero({ status, howToJoin, isSmall = false }: HeroProps) {
  const { name } = useSite()
  const words = useWords('home')
  const headingId = useId()
  return (
    <section data-hero aria-labelledby={headingId} className="relative isolate overflow-clip bg-ground">
      <div
        className={classes(
          'relative -z-10 lg:absolute lg:inset-0 lg:h-auto',
          isSmall ? 'h-36' : 'h-[min(104vw,50svh)] min-h-64',
        )}
      >
        <Scene />
        <div
          aria-hidden
          className="absolute inset-0 hidden bg-linear-to-r from-ground/80 via-30% via-ground/45 to-55% to-transparent lg:block"
        />
        <div
          aria-hidden
          className="absolute inset-x-0 bottom-0 h-32 bg-linear-to-t from-ground to-transparent max-lg:from-25%"
        />
      </div>
      <div
        className={classes(
          'mx-auto flex max-w-page flex-col items-start px-4 max-lg:-mt-16 sm:px-5 print:mt-0 lg:justify-center',
          isSmall
            ? 'pb-9 lg:min-h-80 lg:py-12'
            : 'pb-14 lg:min-h-[clamp(38rem,min(56.25vw,100svh-4rem),62rem)] lg:py-20',
        )}
      >
        {status}
        <h1
          id={headingId}
          className={classes(
            'font-display [text-shadow:0_0.05em_0_var(--color-slab-default-edge)]',
            isSmall
              ? 'text-5xl leading-none lg:text-7xl'
              : 'max-w-[4.6em] text-[clamp(4rem,19vw,6.5rem)] leading-[0.7] lg:text-[clamp(7rem,11.5vw,11.5rem)]',
          )}
        >
          {name}
        </h1>
        <p
          className={classes(
            'max-w-md text-balance text-ink leading-relaxed',
            isSmall ? 'mt-2 max-lg:sr-only' : 'mt-6 sm:text-lg lg:mt-10 lg:text-xl',
          )}
        >
          <Words text={words?.hero} />
        </p>
        <div
          className={classes(
            'flex w-full flex-wrap items-start gap-3 max-sm:[&>*]:grow max-sm:[&>button]:px-4',
            isSmall ? 'mt-4' : 'mt-6 lg:mt-9',
          )}
        >
          <JoinButton label="JOIN SERVER" size={isSmall ? 'md' : 'lg'} fullOnPhones={!isSmall} />
          <WhyJoin size={isSmall ? 'md' : 'lg'} />
          {howToJoin}
        </div>
      </div>
    </section>
  )
}
