import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { isStaff } from '../../contract/accounts/ranks.ts'
import type { OwnUser } from '../../contract/accounts/users-schemas.ts'
import { Avatar } from '../ui/avatar.tsx'
import { classes } from '../ui/classes.ts'
import { listClass } from '../ui/overlay.ts'
import { playerPath } from '../ui/player-path.ts'
import { RankBadge } from '../ui/rank-badge.tsx'
import { useDisclosure } from './use-disclosure.ts'

const entryClass =
  'flex min-h-11 w-full items-center gap-2 rounded-sm px-2.5 text-sm -outline-offset-2 hover:bg-line'

interface AccountMenuProps {
  readonly viewer: OwnUser
  readonly onLogout: () => void
}

/** Who is signed in, and what they can do about it. The browser opens it, so it works before hydration. */
export function AccountMenu({ viewer, onLogout }: AccountMenuProps) {
  const { t } = useLingui()
  const menu = useDisclosure({ closesOutside: true })
  function logout() {
    if (menu.current !== null) menu.current.open = false
    onLogout()
  }
  return (
    // Who opened it before hydration finds it open.
    <details ref={menu} suppressHydrationWarning className="relative">
      <summary aria-label={t`Account menu of ${{ username: viewer.username }}`} className="nav-account">
        <Avatar username={viewer.username} avatarUrl={viewer.avatarUrl} size="sm" />
      </summary>
      <div className={classes(listClass, 'absolute top-full end-0 mt-2 w-64 max-w-[calc(100vw-1rem)]')}>
        <div className="grid justify-items-start gap-1.5 px-2.5 py-2">
          <bdi className="w-full truncate font-bold">{viewer.username}</bdi>
          <RankBadge rank={viewer.rank} />
        </div>
        <ul className="mt-1 border-line border-t pt-1">
          <Entry to={playerPath(viewer.id)} label={t`My public page`} />
          <Entry to="/notifications" label={t`Notifications`} />
          <Entry to="/following" label={t`Players I follow`} />
          <Entry to="/profile" label={t`Settings`} />
          {isStaff(viewer) && <Entry to="/admin" label={t`Staff area`} />}
          <li>
            <button type="button" onClick={logout} className={classes(entryClass, 'text-bad')}>
              <Trans>Logout</Trans>
            </button>
          </li>
        </ul>
      </div>
    </details>
  )
}

function Entry({ to, label }: { to: string; label: string }) {
  return (
    <li>
      <Link to={to} className={classes(entryClass, 'text-ink-soft hover:text-ink')}>
        {label}
      </Link>
    </li>
  )
}
