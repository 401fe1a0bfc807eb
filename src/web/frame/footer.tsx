import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { legalPageNames } from '../../contract/content/legal.ts'
import { shippedFooter } from '../../contract/content/navigation.ts'
import { serverNow } from '../platform/live/server-clock.ts'
import { labelOf } from '../platform/shipped-labels.ts'
import { useIsOff, useSite } from '../platform/site.tsx'
import { toast } from '../platform/toasts.ts'
import { useSay } from '../platform/translation.tsx'
import { Button } from '../ui/button.tsx'
import { CopyRow } from '../ui/copy-button.tsx'
import { ExternalLinkButton } from '../ui/external-link-button.tsx'
import { controlClass } from '../ui/form/field.ts'
import { JoinButton } from '../ui/join-button.tsx'
import { legalTitles } from '../ui/legal-titles.ts'
import { AnyLink } from './any-link.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { Logo } from './logo.tsx'
import { SoundToggle } from './sound-toggle.tsx'

const scrollToTop = () => window.scrollTo({ top: 0, left: 0, behavior: 'instant' })

/** Goes to a page of this site, and to its top even when it is this very page, or to another site. */
function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <AnyLink to={to} onClick={scrollToTop} className="foot-link">
      {children}
    </AnyLink>
  )
}

const socials = [
  { label: 'Discord', link: 'discord' },
  { label: 'YouTube', link: 'youtube' },
  { label: 'Twitter', link: 'twitter' },
  { label: 'Instagram', link: 'instagram' },
  { label: 'Twitch', link: 'twitch' },
  { label: 'TikTok', link: 'tiktok' },
  { label: 'Bluesky', link: 'bluesky' },
] as const

const staffApplicationDelayMs = 2_000

export function Footer() {
  const { t } = useLingui()
  const say = useSay()
  const { links, footer, navigation } = useSite()
  const canApply = !useIsOff('apply')
  return (
    <footer id="site-footer" className="mt-auto border-line border-t bg-ground-band">
      <div className="foot-grid">
        <div className="foot-brand">
          <Logo onClick={scrollToTop} />
          <p className="max-w-xs text-ink-soft text-sm leading-relaxed max-md:hidden">{footer.tagline}</p>
          <JoinButton label="PLAY NOW" />
        </div>
        <Column title={t`Explore`} label={t`Footer`}>
          {(navigation?.footer ?? shippedFooter).map(({ label, to }) => (
            <li key={label + to}>
              <FooterLink to={to}>
                {say(labelOf(label))}
                {to === '/forums' && (
                  <span className="foot-soon">
                    <Trans>Coming Soon</Trans>
                  </span>
                )}
              </FooterLink>
            </li>
          ))}
        </Column>
        <Column title={t`Follow`} label={t`Social media`}>
          {socials.map(({ label, link }) => {
            const href = links[link]
            if (href === undefined) return null
            return (
              <li key={link}>
                <FooterLink to={href}>{label}</FooterLink>
              </li>
            )
          })}
        </Column>
        <div>
          <Fold title={t`More`} className="foot-more">
            <ServerAddress />
            <NewsletterForm />
            <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
              <FooterLink to="/news">
                <Trans>News</Trans>
              </FooterLink>
              {canApply && (
                <ExternalLinkButton
                  href={links.staffApplication}
                  delayMs={staffApplicationDelayMs}
                  look="quiet"
                  size="sm"
                  onClick={scrollToTop}
                >
                  <Trans>Staff application</Trans>
                </ExternalLinkButton>
              )}
              {links.linkHub !== undefined && (
                <ExternalLinkButton href={links.linkHub} look="quiet" size="sm" onClick={scrollToTop}>
                  <Trans>All links</Trans>
                </ExternalLinkButton>
              )}
            </div>
          </Fold>
        </div>
      </div>
      <SmallPrint />
    </footer>
  )
}

function Column({ title, label, children }: { title: string; label: string; children: ReactNode }) {
  return (
    <nav aria-label={label}>
      <Fold title={title}>
        <ul className="grid gap-x-6 max-md:grid-cols-2">{children}</ul>
      </Fold>
    </nav>
  )
}

/** Folded on a phone, where a footer would otherwise be longer than most pages; a wide screen shows a heading instead. */
function Fold({
  title,
  className = '',
  children,
}: {
  title: string
  className?: string
  children: ReactNode
}) {
  return (
    <>
      <h2 className="foot-title">{title}</h2>
      <details className={`foot-fold ${className}`}>
        <summary>{title}</summary>
        {children}
      </details>
    </>
  )
}

function SmallPrint() {
  const { t } = useLingui()
  const { footer } = useSite()
  return (
    <div className="border-line border-t">
      <div className="foot-small">
        <p className="max-w-2xl md:leading-relaxed">
          © {new Date(serverNow()).getUTCFullYear()} {footer.legal}
        </p>
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {legalPageNames.map((page) => (
            <li key={page}>
              <FooterLink to={`/${page}`}>{t(legalTitles[page])}</FooterLink>
            </li>
          ))}
        </ul>
        <LanguageSwitch />
        <SoundToggle />
      </div>
    </div>
  )
}

/** Address and port as the game asks for them: in two fields, so each is copied by itself. */
export function ServerAddress() {
  const { t } = useLingui()
  const { gameHost, gamePort } = useSite()
  return (
    <div className="foot-address">
      <CopyRow label={t`Server address`} value={gameHost} />
      <CopyRow label={t`Port`} value={String(gamePort)} />
    </div>
  )
}

/** Sends the address with scripts that are loaded for it. The browser itself refuses what is not an address. */
function NewsletterForm() {
  const { t } = useLingui()
  const id = useId()
  const [isSending, setIsSending] = useState(false)
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    const form = event.currentTarget
    setIsSending(true)
    try {
      const { subscribe } = await import('./subscribe.ts')
      if (await subscribe(String(new FormData(form).get('email')))) form.reset()
    } catch {
      // The script could not be loaded.
      toast({ title: t`Not subscribed`, description: t`Please try again.`, variant: 'destructive' })
    } finally {
      setIsSending(false)
    }
  }
  return (
    // A form for a dialog that is not there goes nowhere: no call without scripts, and no address in the URL.
    <form method="dialog" onSubmit={(event) => void submit(event)} className="foot-news">
      <label htmlFor={id} className="font-semibold text-sm">
        <Trans>Newsletter</Trans>
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          type="email"
          name="email"
          required
          autoComplete="email"
          placeholder={t`you@example.com`}
          className={`${controlClass} h-11 min-w-0 shrink grow-99 basis-40`}
        />
        <Button type="submit" look="quiet" className="grow" aria-disabled={isSending || undefined}>
          <Trans>Subscribe</Trans>
        </Button>
      </div>
    </form>
  )
}
