import {
  Bug,
  CalendarDays,
  FileUser,
  House,
  type LucideIcon,
  Mail,
  ScrollText,
  ShieldAlert,
  Swords,
  Users,
} from 'lucide-react'
import { isAdmin, type Viewer } from '../../contract/accounts/ranks.ts'

export interface DeskPlace {
  readonly label: string
  readonly to: string
  readonly icon: LucideIcon
  readonly forAdmins?: true
}

/** What staff look after, in groups: the desk, what comes in, what goes out, who is here. */
const groups: readonly (readonly DeskPlace[])[] = [
  [{ label: 'Overview', to: '/admin', icon: House }],
  [
    { label: 'Bug reports', to: '/staff-reports', icon: Bug },
    { label: 'Applications', to: '/admin/applications', icon: FileUser },
    { label: 'Moderation', to: '/admin/moderation', icon: ShieldAlert },
    { label: 'Messages', to: '/admin/messages', icon: Mail },
  ],
  [
    { label: 'Events', to: '/admin/events', icon: CalendarDays },
    { label: 'Practice modes', to: '/admin/practice', icon: Swords },
  ],
  [
    { label: 'Members', to: '/admin/members', icon: Users },
    { label: 'Audit log', to: '/admin/audit', icon: ScrollText, forAdmins: true },
  ],
]

/** The places that the viewer may enter. */
export const deskPlacesFor = (viewer: Viewer | null) =>
  groups.map((group) => group.filter(({ forAdmins }) => !forAdmins || isAdmin(viewer)))

/** A place and what lies below it; the overview has nothing below. */
export const isAtPlace = ({ to }: DeskPlace, pathname: string) =>
  pathname === to || (to !== '/admin' && pathname.startsWith(`${to}/`))
