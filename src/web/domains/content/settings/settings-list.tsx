import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { canReadRanks } from '../../../../contract/accounts/rank-admin.ts'
import { isAdmin, isManager, type Viewer } from '../../../../contract/accounts/ranks.ts'
import {
  isPageScope,
  isSettingScope,
  settingLabelOf,
  type WordPage,
  wordPages,
} from '../../../../contract/content/settings.ts'
import type { Setting } from '../../../../contract/content/settings-schemas.ts'
import type { Message, Text } from '../../../../contract/languages.ts'
import { api } from '../../../platform/api.ts'
import { useSay } from '../../../platform/translation.tsx'
import { useViewer } from '../../../platform/viewer.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { OwnPageList } from './own-page-list.tsx'
import { SettingState } from './setting-state.tsx'
import { settingsQuery } from './settings-query.ts'

const isOwnPage = ({ scope }: Setting) => isPageScope(scope)
const isWords = ({ scope }: Setting) => scope.startsWith('words.')
const isNetwork = ({ scope }: Setting) =>
  ['identity', 'languages', 'look', 'links', 'navigation', 'announcement'].includes(scope)

const isWordPage = (page: string): page is WordPage => Object.hasOwn(wordPages, page)

const groups = [
  [msg`The network`, isNetwork],
  [msg`Pages`, (setting: Setting) => ![isWords, isNetwork, isOwnPage].some((isOther) => isOther(setting))],
  [msg`Words`, isWords],
] as const

interface OtherPage {
  readonly to: string
  readonly label: Message
  readonly hint: Message
  readonly may: (viewer: Viewer | null) => boolean
}

/** What is managed on a page of its own. */
const otherPages: readonly OtherPage[] = [
  {
    to: '/admin/settings/ranks',
    label: msg`Ranks`,
    hint: msg`Names, colours and powers`,
    may: canReadRanks,
  },
  {
    to: '/admin/settings/game-servers',
    label: msg`Game servers`,
    hint: msg`Keys, and how each server is doing`,
    may: isManager,
  },
  {
    to: '/admin/settings/invites',
    label: msg`Invitations`,
    hint: msg`Links that make somebody staff`,
    may: isManager,
  },
  {
    to: '/admin/settings/backups',
    label: msg`Backups`,
    hint: msg`Made now or every day`,
    may: isManager,
  },
]

/** Every setting that the viewer may read, with where its value comes from. */
export function SettingsList() {
  const { t } = useLingui()
  const query = useQuery(settingsQuery(api))
  const viewer = useViewer()
  const others = otherPages.filter(({ may }) => may(viewer))
  return (
    <Loaded
      query={query}
      failed={t`The settings could not be loaded.`}
      loading={
        <div className="grid gap-3">
          <p role="status" className="sr-only">
            <Trans>Loading settings...</Trans>
          </p>
          {[1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} className="h-14" />
          ))}
        </div>
      }
    >
      {({ scopes }) => (
        <div className="grid gap-8">
          {groups.map(([title, isIn]) => (
            <section key={title.id} aria-label={t(title)}>
              <h2 className="mb-3 font-display text-2xl leading-none">{t(title)}</h2>
              <ul className="grid gap-px overflow-hidden rounded-lg border border-line bg-line shadow-card sm:grid-cols-2">
                {scopes.filter(isIn).map((setting) => (
                  <SettingRow key={setting.scope} setting={setting} />
                ))}
                {isIn === isNetwork &&
                  others.map(({ to, label, hint }) => (
                    <ListRow key={to} to={to} label={t(label)}>
                      <span className="text-ink-faint text-xs">{t(hint)}</span>
                    </ListRow>
                  ))}
              </ul>
            </section>
          ))}
          {isAdmin(viewer) && <OwnPageList settings={scopes} />}
        </div>
      )}
    </Loaded>
  )
}

/** Under the heading Words, a page alone. */
const shortLabelOf = (scope: string): Text => {
  const page = scope.replace('words.', '')
  if (isWordPage(page) && page !== scope) return wordPages[page]
  return isSettingScope(scope) ? settingLabelOf(scope) : scope
}

function SettingRow({ setting }: { setting: Setting }) {
  const { scope } = setting
  const say = useSay()
  return (
    <ListRow to={`/admin/settings/${scope}`} label={say(shortLabelOf(scope))}>
      <SettingState setting={setting} />
    </ListRow>
  )
}

const ListRow = ({ to, label, children }: { to: string; label: string; children: ReactNode }) => (
  <li className="bg-ground-card sm:last:odd:col-span-2">
    <Link
      to={to}
      className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 -outline-offset-2 hover:bg-ground-raised"
    >
      <span className="font-bold text-sm">{label}</span>
      {children}
    </Link>
  </li>
)
