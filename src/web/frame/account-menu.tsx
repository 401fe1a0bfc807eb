import { ChevronDown, LogOut, ShieldHalf, User } from 'lucide-react'
import { Link } from 'react-router'
import { isStaff } from '../../contract/ranks.ts'
import type { OwnUser } from '../../contract/users.ts'
import { Avatar } from '../ui/avatar.tsx'
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from '../ui/dropdown-menu.tsx'
import { RankBadge } from '../ui/rank-badge.tsx'

/** Who is signed in, and what they can do about it. */
export function AccountMenu({ viewer, onLogout }: { viewer: OwnUser; onLogout: () => void }) {
  return (
    <DropdownMenu
      trigger={
        <button
          type="button"
          aria-label={`Account menu of ${viewer.username}`}
          className="group flex min-h-11 shrink-0 items-center gap-1.5 rounded-md px-1 hover:bg-ground-raised"
        >
          <Avatar username={viewer.username} avatarUrl={viewer.avatarUrl} size="sm" />
          <ChevronDown
            aria-hidden
            className="size-4 text-ink-soft transition-transform group-data-[state=open]:rotate-180"
          />
        </button>
      }
    >
      <MenuLabel className="grid max-w-64 justify-items-start gap-1.5">
        <span className="w-full truncate font-bold">{viewer.username}</span>
        <RankBadge rank={viewer.rank} />
      </MenuLabel>
      <MenuSeparator />
      <MenuItem asChild>
        <Link to="/profile">
          <User aria-hidden className="size-4" />
          Profile
        </Link>
      </MenuItem>
      {isStaff(viewer) && (
        <MenuItem asChild>
          <Link to="/admin">
            <ShieldHalf aria-hidden className="size-4" />
            Staff desk
          </Link>
        </MenuItem>
      )}
      <MenuItem tone="danger" onSelect={onLogout}>
        <LogOut aria-hidden className="size-4" />
        Logout
      </MenuItem>
    </DropdownMenu>
  )
}
