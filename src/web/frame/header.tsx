import { Trans, useLingui } from '@lingui/react/macro'
import { Menu, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { OwnUser } from '../../contract/accounts/users-schemas.ts'
import { shippedHeader } from '../../contract/content/navigation.ts'
import { labelOf } from '../platform/shipped-labels.ts'
import { useSite } from '../platform/site.tsx'
import { useSay } from '../platform/translation.tsx'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { JoinButton } from '../ui/join-button.tsx'
import { AccountMenu } from './account-menu.tsx'
import { AnyLink } from './any-link.tsx'
import { Logo } from './logo.tsx'
import { isCurrentPage } from './navigation.ts'
import { useDisclosure } from './use-disclosure.ts'

export interface HeaderProps {
  readonly viewer: OwnUser | null
  readonly onLogout: () => void
  /** The live server status; a feature, so the page that composes the frame brings it. */
  readonly statusIndicator: ReactNode
  /** Opens the search of the site; it composes features, too. */
  readonly search?: ReactNode
  /** The viewer's notifications; a feature, as well. */
  readonly bell?: ReactNode
}

export function Header({ viewer, onLogout, statusIndicator, search, bell }: HeaderProps) {
  const { t } = useLingui()
  const navToggle = useDisclosure()
  const isHeroInView = useHeroInView(isCurrentPage('/', useLocation().pathname))
  return (
    <header className="relative border-line border-b bg-ground-band">
      <div className="mx-auto flex min-h-16 max-w-page flex-wrap items-center gap-x-2 px-3 sm:px-5 sm:max-lg:gap-x-4 xl:gap-x-3">
        <Logo wordmark="wide" />
        <div className="min-w-0 flex-1">{statusIndicator}</div>
        {/* The navigation stands beside it: on wide screens it is shown whether this is open or not. */}
        <details
          ref={navToggle}
          suppressHydrationWarning
          className="group/toggle peer order-2 hidden nav-sheet:block"
        >
          <summary
            aria-label={t`Menu`}
            className="inline-flex size-11 cursor-pointer list-none items-center justify-center rounded-md text-ink hover:bg-ground-raised [&::-webkit-details-marker]:hidden"
          >
            <Menu aria-hidden className="size-6 group-open/toggle:hidden" />
            <X aria-hidden className="hidden size-6 group-open/toggle:block" />
          </summary>
        </details>
        <div className="nav-sheet:hidden nav-sheet:peer-open:contents">
          <MainNav hasJoin={!isHeroInView} />
        </div>
        <div className="flex items-center nav-sheet:order-1">
          {/* Hidden it still has its place, or the navigation would move. */}
          <span className="max-sm:hidden" style={isHeroInView ? { visibility: 'hidden' } : undefined}>
            {/* One button of a header is in colour: a visitor's signs in. */}
            <JoinButton label="JOIN" size="sm" look={viewer === null ? 'quiet' : 'solid'} noteHidden />
          </span>
          {search}
          {viewer !== null && bell}
          {viewer === null ? (
            <Button asChild size="sm">
              <Link to="/auth">
                <Trans context="button of the header, on phones too: short">LOGIN</Trans>
              </Link>
            </Button>
          ) : (
            <AccountMenu viewer={viewer} onLogout={onLogout} />
          )}
        </div>
      </div>
    </header>
  )
}

/** Whether the top of home, which has a JOIN button of its own, is in view. */
function useHeroInView(isHome: boolean): boolean {
  const [hasLeft, setHasLeft] = useState(false)
  useEffect(() => {
    const hero = isHome ? document.querySelector('[data-hero]') : null
    if (hero === null) return
    const observer = new IntersectionObserver((entries) =>
      setHasLeft(entries.at(-1)?.isIntersecting === false),
    )
    observer.observe(hero)
    return () => {
      observer.disconnect()
      setHasLeft(false)
    }
  }, [isHome])
  return isHome && !hasLeft
}

/** One list for both widths: a row on wide screens, a sheet under the header on small ones. */
function MainNav({ hasJoin }: { hasJoin: boolean }) {
  const { t } = useLingui()
  const say = useSay()
  const { pathname } = useLocation()
  const entries = useSite().navigation?.header ?? shippedHeader
  return (
    <div className="border-line nav-sheet:absolute nav-sheet:inset-x-0 nav-sheet:top-full nav-sheet:max-h-[calc(100dvh-4rem)] nav-sheet:overflow-y-auto nav-sheet:border-b nav-sheet:bg-ground-band nav-sheet:p-3 nav-sheet:shadow-float">
      <nav aria-label={t`Main`}>
        <ul className="flex gap-0.5 nav-sheet:flex-col">
          {entries.map(({ label, to }) => {
            const current = isCurrentPage(to, pathname)
            return (
              <li key={label + to}>
                <AnyLink
                  to={to}
                  aria-current={current ? 'page' : undefined}
                  className={classes(
                    'flex min-h-11 items-center whitespace-nowrap rounded-md px-2 font-semibold text-sm transition-colors nav-sheet:px-4 nav-tight:px-1.5',
                    current
                      ? 'bg-ember/12 text-ember-bright shadow-[inset_0_-2px_0_var(--color-ember)] nav-sheet:shadow-[inset_3px_0_0_var(--color-ember)]'
                      : 'text-ink-soft hover:bg-ground-raised hover:text-ink',
                  )}
                >
                  {say(labelOf(label))}
                </AnyLink>
              </li>
            )
          })}
        </ul>
      </nav>
      {hasJoin && (
        <p className="mt-2 sm:hidden">
          <JoinButton label="JOIN SERVER" fullOnPhones />
        </p>
      )}
    </div>
  )
}
