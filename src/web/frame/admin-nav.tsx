import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  Ban,
  BookOpen,
  Bug,
  CalendarDays,
  ChartColumn,
  FileUser,
  Gavel,
  House,
  KeyRound,
  type LucideIcon,
  Mail,
  MessagesSquare,
  Newspaper,
  Scale,
  ScrollText,
  Settings,
  ShieldAlert,
  Swords,
  Trophy,
  Users,
  Webhook,
} from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { isStaff, type Viewer } from '../../contract/accounts/ranks.ts'
import { adminEndpoints } from '../../contract/admin/admin-endpoints.ts'
import type { StaffWaiting } from '../../contract/admin/admin-schemas.ts'
import { canOpen, type StaffPage } from '../../contract/admin/staff-pages.ts'
import type { Message } from '../../contract/languages.ts'
import { staffLists } from '../../contract/staff-lists.ts'
import { api } from '../platform/api.ts'
import { adminKey } from '../platform/keyset-query.ts'
import { useStaffFeed } from '../platform/live/use-staff-feed.ts'
import { viewerQuery } from '../platform/viewer.ts'
import { classes } from '../ui/classes.ts'

const waitingKey = [...adminKey, 'waiting'] as const

/** How many items of each list wait for staff; asked for at every visit. */
const waitingQuery = queryOptions({
  queryKey: waitingKey,
  queryFn: ({ signal }) => api(adminEndpoints.waiting, { signal }),
  staleTime: 0,
})

interface AdminSection {
  readonly label: Message
  readonly to: StaffPage
  readonly icon: LucideIcon
  /** The list whose waiting items are counted here. */
  readonly list?: keyof StaffWaiting
}

/** Sections in groups: the overview, incoming items, published content, people and records. */
const groups: readonly (readonly AdminSection[])[] = [
  [{ label: msg`Overview`, to: '/admin', icon: House }],
  [
    { label: msg`Bug reports`, to: '/staff-reports', icon: Bug, list: 'reports' },
    { label: msg`Applications`, to: '/admin/applications', icon: FileUser, list: 'applications' },
    { label: msg`Moderation`, to: '/admin/moderation', icon: ShieldAlert, list: 'moderation' },
    { label: msg`Appeals`, to: '/admin/appeals', icon: Scale, list: 'appeals' },
    { label: msg`Punishments`, to: '/admin/punishments', icon: Ban },
    { label: msg`Rulings`, to: '/admin/rulings', icon: Gavel },
    { label: msg`Messages`, to: '/admin/messages', icon: Mail, list: 'contact' },
  ],
  [
    { label: msg`Events`, to: '/admin/events', icon: CalendarDays },
    { label: msg`News`, to: '/admin/news', icon: Newspaper },
    { label: msg`Practice modes`, to: '/admin/practice', icon: Swords },
    { label: msg`Seasons`, to: '/admin/seasons', icon: Trophy },
    { label: msg`Discord`, to: '/admin/discord', icon: MessagesSquare },
    { label: msg`Webhooks`, to: '/admin/webhooks', icon: Webhook },
  ],
  [
    { label: msg`Members`, to: '/admin/members', icon: Users },
    { label: msg`Handbook`, to: '/admin/handbook', icon: BookOpen },
    { label: msg`Numbers`, to: '/admin/numbers', icon: ChartColumn },
    { label: msg`Settings`, to: '/admin/settings', icon: Settings },
    { label: msg`Audit log`, to: '/admin/audit', icon: ScrollText },
    { label: msg`API keys`, to: '/admin/keys', icon: KeyRound },
  ],
]

/** The sections that the viewer may open; no group is empty. */
const adminSectionsFor = (viewer: Viewer | null) =>
  groups.map((group) => group.filter(({ to }) => canOpen(viewer, to))).filter((group) => group.length > 0)

/** Whether the page belongs to the section. Pages below /admin do not belong to the overview. */
const isInSection = ({ to }: AdminSection, pathname: string) =>
  pathname === to || (to !== '/admin' && pathname.startsWith(`${to}/`))

/** Two digits and a plus fit beside a label. */
const countShown = (count: number) => (count > 99 ? '99+' : String(count))

/** The sections of the staff area with their waiting items: a column beside the page, or a strip above it that scrolls. */
export function AdminNav({ viewer }: { viewer: Viewer | null }) {
  const { t } = useLingui()
  const { pathname } = useLocation()
  const strip = useRef<HTMLDivElement>(null)
  const client = useQueryClient()
  const { data: waiting } = useQuery({
    ...waitingQuery,
    // Sign-out refetches active queries before this page unmounts.
    enabled: () => isStaff(client.getQueryData(viewerQuery.queryKey) ?? null),
  })
  useStaffFeed(staffLists, waitingKey)
  const isCounted = waiting !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path and the counts move the current link.
  useEffect(() => {
    const box = strip.current
    const here = box?.querySelector<HTMLElement>('[aria-current]')
    if (box && here) box.scrollLeft = here.offsetLeft - (box.clientWidth - here.offsetWidth) / 2
  }, [pathname, isCounted])
  return (
    <nav aria-label={t`Staff area`} className="min-w-0 max-lg:-mx-4 max-lg:sm:-mx-5">
      <div
        ref={strip}
        // The faded edge shows that there is more to scroll to.
        className="relative flex gap-1 max-lg:overflow-x-auto max-lg:px-3 max-lg:pe-10 max-lg:[mask-image:linear-gradient(to_right,black_calc(100%-3rem),transparent)] max-lg:[scrollbar-width:none] lg:sticky lg:top-24 lg:max-h-[calc(100dvh-6rem)] lg:flex-col lg:gap-0 lg:overflow-y-auto lg:[scrollbar-width:thin]"
      >
        {adminSectionsFor(viewer).map((group) => (
          <ul
            key={group[0]?.to}
            className="flex gap-1 border-line lg:flex-col lg:gap-0.5 lg:border-b lg:py-2.5 lg:last:border-b-0 lg:first:pt-0"
          >
            {group.map((section) => (
              <li key={section.to}>
                <SectionLink
                  section={section}
                  here={isInSection(section, pathname)}
                  waiting={section.list === undefined ? undefined : waiting?.[section.list]}
                />
              </li>
            ))}
          </ul>
        ))}
      </div>
    </nav>
  )
}

interface SectionLinkProps {
  readonly section: AdminSection
  readonly here: boolean
  readonly waiting: number | undefined
}

function SectionLink({ section: { to, label, icon: Icon }, here, waiting = 0 }: SectionLinkProps) {
  const { t } = useLingui()
  return (
    <Link
      to={to}
      aria-current={here ? 'page' : undefined}
      className={classes(
        'flex min-h-10 lg:min-h-9 items-center gap-2.5 whitespace-nowrap rounded-md px-3 font-semibold text-sm -outline-offset-2 transition-colors',
        here ? 'bg-line text-ink' : 'text-ink-soft hover:bg-ground-raised hover:text-ink',
      )}
    >
      <Icon aria-hidden className={classes('size-4 shrink-0', !here && 'text-ink-faint')} />
      {t(label)}
      {waiting > 0 && (
        <span className="ms-auto rounded-sm bg-ember/15 px-1.5 py-0.5 font-bold text-ember-bright text-xs tabular-nums leading-none">
          {countShown(waiting)}
          <span className="sr-only">
            {' '}
            <Trans>waiting</Trans>
          </span>
        </span>
      )}
    </Link>
  )
}
