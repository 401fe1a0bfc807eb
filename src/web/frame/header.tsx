import { Menu, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { OwnUser } from '../../contract/accounts/users-schemas.ts'
import { Button } from '../ui/button.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Logo } from './logo.tsx'
import { MainNav } from './main-nav.tsx'
import { useDisclosure } from './use-disclosure.ts'

export interface HeaderProps {
  readonly viewer: OwnUser | null
  readonly onLogout: () => void
  /** The live server status; a feature, so the page that composes the frame brings it. */
  readonly statusIndicator: ReactNode
}

export function Header({ viewer, onLogout, statusIndicator }: HeaderProps) {
  const navToggle = useDisclosure()
  return (
    <header className="relative border-line border-b bg-ground-band">
      <div className="mx-auto flex min-h-16 max-w-page flex-wrap items-center gap-x-2 px-3 sm:gap-x-4 sm:px-5">
        <Logo wordmark="wide" />
        <div className="min-w-0 flex-1 xl:flex-none">{statusIndicator}</div>
        {/* The navigation stands beside it: on wide screens it is shown whether this is open or not. */}
        <details ref={navToggle} suppressHydrationWarning className="group/toggle peer order-2 lg:hidden">
          <summary
            aria-label="Menu"
            className="inline-flex size-11 cursor-pointer list-none items-center justify-center rounded-md text-ink hover:bg-ground-raised [&::-webkit-details-marker]:hidden"
          >
            <Menu aria-hidden className="size-6 group-open/toggle:hidden" />
            <X aria-hidden className="hidden size-6 group-open/toggle:block" />
          </summary>
        </details>
        <div className="max-lg:hidden max-lg:peer-open:contents xl:ml-auto">
          <MainNav />
        </div>
        <div className="max-lg:order-1">
          {viewer === null ? (
            <Button asChild size="sm">
              <Link to="/auth">LOGIN</Link>
            </Button>
          ) : (
            <AccountMenu viewer={viewer} onLogout={onLogout} />
          )}
        </div>
      </div>
    </header>
  )
}
