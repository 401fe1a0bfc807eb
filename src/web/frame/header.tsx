import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Menu, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { OwnUser } from '../../contract/accounts/users-schemas.ts'
import { isOffPath, type NavigationEntry, shippedHeader } from '../../contract/content/navigation.ts'
import type { Text } from '../../contract/languages.ts'
import { KeptPart } from '../platform/kept-part.tsx'
import { labelOf } from '../platform/shipped-labels.ts'
import { useSite } from '../platform/site.tsx'
import { useSay } from '../platform/translation.tsx'
import { useFetched } from '../platform/use-fetched.ts'
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
      <div className="nav-bar">
        <Logo wordmark="wide" />
        <div className="min-w-min flex-1">{statusIndicator}</div>
        {/* The navigation stands beside it: on wide screens it is shown whether this is open or not. */}
        <details
          ref={navToggle}
          suppressHydrationWarning
          className="group/toggle peer order-2 hidden nav-sheet:block"
        >
          <summary aria-label={t`Menu`} className="nav-toggle">
            <Menu aria-hidden className="size-6 group-open/toggle:hidden" />
            <X aria-hidden className="hidden size-6 group-open/toggle:block" />
          </summary>
        </details>
        <div className="min-w-0 nav-sheet:hidden nav-sheet:peer-open:contents">
          <KeptPart name="nav">
            <MainNav hasJoin={!isHeroInView} />
          </KeptPart>
        </div>
        <div className="flex shrink-0 items-center nav-sheet:order-1">
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

/** Where players go most, below the specified entries of a small screen. */
const seconds = [
  { label: msg`Live`, to: '/live' },
  { label: msg`Cups`, to: '/cups' },
  { label: msg`Feed`, to: '/social' },
  { label: msg`News`, to: '/news' },
]

const moreMenu = async () => (await import('./more-menu.tsx')).MoreMenu

/** One list for both widths: a row on wide screens, whose rest is under More, a sheet under the header on small ones. */
function MainNav({ hasJoin }: { hasJoin: boolean }) {
  const { t } = useLingui()
  const say = useSay()
  const { pathname } = useLocation()
  const { navigation, off } = useSite()
  const entries: readonly NavigationEntry[] = navigation?.header ?? shippedHeader
  const row = useRef<HTMLUListElement>(null)
  const [wraps, setWraps] = useState(false)
  useEffect(() => {
    const list = row.current!
    const observer = new ResizeObserver(() => list.scrollHeight > list.clientHeight && setWraps(true))
    observer.observe(list)
    return () => observer.disconnect()
  }, [])
  const MoreMenu = useFetched(moreMenu, { wanted: wraps })
  const linkTo = (label: Text, to: string) => {
    const current = isCurrentPage(to, pathname)
    return (
      <AnyLink
        key={to + say(label)}
        to={to}
        aria-current={current ? 'page' : undefined}
        className={classes('nav-entry', current && 'nav-current')}
      >
        {say(label)}
      </AnyLink>
    )
  }
  const links = entries.map(({ label, to }) => linkTo(labelOf(label), to))
  const more = seconds.filter(({ to }) => !isOffPath(to, off) && !entries.some((entry) => entry.to === to))
  return (
    <div className="nav-panel">
      <nav aria-label={t`Main`} className="flex">
        <ul ref={row} className="nav-list">
          {links.map((link) => (
            <li key={link.key}>{link}</li>
          ))}
        </ul>
        {MoreMenu && <MoreMenu row={row} links={links} />}
      </nav>
      <nav aria-label={t`More`} className="nav-second">
        {more.map(({ label, to }) => linkTo(label, to))}
      </nav>
      {hasJoin && (
        <p className="mt-2 sm:hidden">
          <JoinButton label="JOIN SERVER" fullOnPhones />
        </p>
      )}
    </div>
  )
}
