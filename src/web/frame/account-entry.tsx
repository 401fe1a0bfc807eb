import { Link } from 'react-router'
import type { OwnUser } from '../../contract/users.ts'
import { useFetched } from '../platform/use-fetched.ts'
import { Avatar } from '../ui/avatar.tsx'

interface AccountProps {
  readonly viewer: OwnUser
  readonly onLogout: () => void
}

const accountMenu = async () => (await import('./account-menu.tsx')).AccountMenu

/**
 * Who is signed in. A link to the profile first, which works without scripts; the menu follows when it has come, so
 * that visitors, who have none, never fetch what it is made of. Where it does not come, the link does its work.
 */
export function AccountEntry({ viewer, onLogout }: AccountProps) {
  const AccountMenu = useFetched(accountMenu)
  if (AccountMenu !== null) return <AccountMenu viewer={viewer} onLogout={onLogout} />
  return (
    <Link
      to="/profile"
      aria-label={`Profile of ${viewer.username}`}
      // As wide as the menu's button, so that nothing moves when it comes.
      className="flex min-h-11 shrink-0 items-center rounded-md pr-6.5 pl-1 hover:bg-ground-raised"
    >
      <Avatar username={viewer.username} avatarUrl={viewer.avatarUrl} size="sm" />
    </Link>
  )
}
