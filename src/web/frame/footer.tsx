import type { ReactNode } from 'react'
import { useSite } from '../platform/site.tsx'
import { ExternalLinkButton } from '../ui/external-link-button.tsx'
import { JoinButton } from '../ui/join-button.tsx'
import { FooterLink, FooterOutsideLink } from './footer-link.tsx'
import { Logo } from './logo.tsx'
import { footerLinks } from './navigation.ts'
import { NewsletterForm } from './newsletter-form.tsx'
import { scrollToTop } from './scroll-to-top.ts'
import { ServerAddress } from './server-address.tsx'
import { SoundToggle } from './sound-toggle.tsx'

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
  const { links, footer } = useSite()
  return (
    <footer className="mt-auto border-line border-t bg-ground-band">
      <div className="mx-auto grid max-w-page grid-cols-[1.4fr_1fr] md:grid-cols-2 gap-x-6 gap-y-12 px-4 py-14 sm:px-5 lg:gap-x-10 lg:grid-cols-[1.4fr_1.2fr_1fr_1.4fr]">
        <div className="grid content-start justify-items-start gap-5 max-md:col-span-2">
          <Logo onClick={scrollToTop} />
          <p className="max-w-xs text-ink-soft text-sm leading-relaxed">{footer.tagline}</p>
          <JoinButton label="PLAY NOW" />
        </div>
        <Column title="Explore" label="Footer">
          {footerLinks.map(({ label, to, comingSoon }) => (
            <li key={to}>
              <FooterLink to={to}>
                {label}
                {comingSoon && (
                  <span className="whitespace-nowrap rounded-sm border border-ember/50 px-1.5 py-px font-semibold text-ember-bright text-xs no-underline">
                    Coming Soon
                  </span>
                )}
              </FooterLink>
            </li>
          ))}
        </Column>
        <Column title="Follow" label="Social media">
          {socials.map(({ label, link }) => {
            const href = links[link]
            if (href === undefined) return null
            return (
              <li key={link}>
                <FooterOutsideLink href={href}>{label}</FooterOutsideLink>
              </li>
            )
          })}
        </Column>
        <div className="grid content-start gap-5 max-md:col-span-2">
          <ServerAddress />
          <NewsletterForm />
          <div className="flex flex-wrap gap-2">
            <ExternalLinkButton
              href={links.staffApplication}
              delayMs={staffApplicationDelayMs}
              look="quiet"
              size="sm"
              onClick={scrollToTop}
            >
              Staff Application
            </ExternalLinkButton>
            {links.linkHub !== undefined && (
              <ExternalLinkButton href={links.linkHub} look="quiet" size="sm" onClick={scrollToTop}>
                All Links
              </ExternalLinkButton>
            )}
          </div>
        </div>
      </div>
      <SmallPrint />
    </footer>
  )
}

function Column({ title, label, children }: { title: string; label: string; children: ReactNode }) {
  return (
    <nav aria-label={label}>
      <h2 className="mb-3 font-display text-2xl leading-none">{title}</h2>
      <ul className="grid grid-flow-row gap-x-6">{children}</ul>
    </nav>
  )
}

function SmallPrint() {
  const { footer } = useSite()
  return (
    <div className="border-line border-t">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-8 gap-y-4 px-4 py-6 sm:px-5 text-ink-faint text-sm">
        <p className="max-w-2xl leading-relaxed">
          © {new Date().getUTCFullYear()} {footer.legal}
        </p>
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          <li>Privacy Policy</li>
          <li>Terms of Service</li>
          <li>Cookie Policy</li>
        </ul>
        <SoundToggle />
      </div>
    </div>
  )
}
