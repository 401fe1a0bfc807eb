import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { pageMeta } from '../platform/navigation/meta.ts'
import { useSite } from '../platform/site.tsx'
import { Button, buttonVariants } from '../ui/button.tsx'
import { ExternalLinkButton } from '../ui/external-link-button.tsx'
import { JoinButton } from '../ui/join-button.tsx'

export const meta = pageMeta(
  '/button-demo',
  msg`Buttons`,
  msg`Every button of the site: colours, looks, sizes and sounds.`,
)

/** As the code calls them, which is English. */
const looks = ['solid', 'quiet'] as const
const sizes = ['sm', 'md', 'lg'] as const
const sounds = ['click', 'warp', 'none'] as const

export default function ButtonDemo() {
  const { t } = useLingui()
  const { links } = useSite()
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-8 pb-16 sm:px-5 lg:pt-12">
      <h1 className="font-display text-5xl leading-none">
        <Trans>Buttons</Trans>
      </h1>
      <div className="mt-8 flex flex-wrap items-center justify-between gap-6 bg-ground-band p-6 pixel-corners sm:p-10">
        <p className="max-w-prose text-ink-soft text-lg leading-relaxed">
          <Trans>
            The one that matters: it adds the server to your game, warps, and tells you when no game answered.
          </Trans>
        </p>
        <JoinButton label="JOIN NOW" size="lg" />
      </div>
      {looks.map((look) => (
        <Row key={look} title={look === 'solid' ? t`Solid` : t`Quiet`}>
          {buttonVariants.map((variant) => (
            <Button key={variant} variant={variant} look={look} lang="en">
              {variant}
            </Button>
          ))}
          <Button look={look} disabled>
            <Trans>disabled</Trans>
          </Button>
        </Row>
      ))}
      <Row title={t`Sizes`}>
        {sizes.map((size) => (
          <Button key={size} size={size} lang="en">
            {size}
          </Button>
        ))}
      </Row>
      <Row title={t`Sounds`}>
        {sounds.map((sound) => (
          <Button key={sound} look="quiet" sound={sound} lang="en">
            {sound}
          </Button>
        ))}
      </Row>
      <Row title={t`Outside links`}>
        <ExternalLinkButton href={links.linkHub ?? links.discord} look="quiet">
          <Trans>After 0.8 seconds</Trans>
        </ExternalLinkButton>
        <ExternalLinkButton href={links.discord} look="quiet" variant="blue" delayMs={2_000}>
          <Trans>After 2 seconds</Trans>
        </ExternalLinkButton>
      </Row>
    </div>
  )
}

const Row = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-10 grid gap-x-6 gap-y-4 border-line border-t pt-6 sm:grid-cols-[8rem_1fr]">
    <h2 className="font-display text-3xl leading-none">{title}</h2>
    <div className="flex flex-wrap items-center gap-4">{children}</div>
  </section>
)
