import { Menu, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import type { OwnUser } from '../../contract/users.ts'
import { Button } from '../ui/button.tsx'
import { AccountEntry } from './account-entry.tsx'
import { Logo } from './logo.tsx'
import { MainNav } from './main-nav.tsx'
import { useNavToggle } from './use-nav-toggle.ts'

export interface HeaderProps {
  readonly viewer: OwnUser | null
  readonly onLogout: () => void
  /** The live server status; a feature, so the page that composes the frame brings it. */
  readonly statusIndicator: ReactNode
}

export function Header({ viewer, onLogout, statusIndicator }: HeaderProps) {
  const navId = useId()
  const { open, toggle, toggleRef } = useNavToggle()
  const ToggleIcon = open ? X : Menu
  return (
    <header className="relative border-line border-b bg-ground-band">
      <div className="mx-auto flex min-h-16 max-w-page flex-wrap items-center gap-x-2 px-3 sm:gap-x-4 sm:px-5">
        <Logo wordmark="wide" />
        <div className="min-w-0 flex-1 xl:flex-none">{statusIndicator}</div>
        <button
          ref={toggleRef}
          type="button"
          aria-label="Menu"
          aria-expanded={open}
          aria-controls={navId}
          onClick={toggle}
          className="order-2 inline-flex size-11 items-center justify-center rounded-md text-ink hover:bg-ground-raised lg:hidden noscript:hidden"
        >
          <ToggleIcon aria-hidden className="size-6" />
        </button>
        <div className="max-lg:contents xl:ml-auto">
          <MainNav id={navId} open={open} />
        </div>
        <div className="max-lg:order-1">
          {viewer === null ? (
            <Button asChild size="sm">
              <Link to="/auth">LOGIN</Link>
            </Button>
          ) : (
            <AccountEntry viewer={viewer} onLogout={onLogout} />
          )}
        </div>
      </div>
    </header>
  )
}
