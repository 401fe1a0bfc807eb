import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { canOpen, type StaffPage } from '../../../../contract/admin/staff-pages.ts'
import { isSettingScope, type SettingFacts, settingFacts } from '../../../../contract/content/settings.ts'
import type { Setting } from '../../../../contract/content/settings-schemas.ts'
import type { Message, Text } from '../../../../contract/languages.ts'
import { api } from '../../../platform/api.ts'
import { useSay } from '../../../platform/translation.tsx'
import { useViewer } from '../../../platform/viewer.ts'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { OwnPageList } from './own-page-list.tsx'
import { SettingState } from './setting-state.tsx'
import { settingsQuery } from './settings-query.ts'

const groups = [
  ['network', msg`The network`],
  ['pages', msg`Pages`],
  ['words', msg`Words`],
] as const

/** A setting of a newer release, which another process sent, is among the pages under its own name. */
const factsOf = ({
  scope,
}: Setting): Pick<SettingFacts, 'group' | 'shortLabel'> & { readonly label: Text } =>
  isSettingScope(scope) ? settingFacts(scope) : { group: 'pages', label: scope }

interface OtherPage {
  readonly to: StaffPage
  readonly label: Message
  readonly hint: Message
}

/** What is managed on a page of its own. */
const otherPages: readonly OtherPage[] = [
  {
    to: '/admin/settings/ranks',
    label: msg`Ranks`,
    hint: msg`Names, colours and powers`,
  },
  {
    to: '/admin/settings/game-servers',
    label: msg`Game servers`,
    hint: msg`Keys, and how each server is doing`,
  },
  {
    to: '/admin/settings/invites',
    label: msg`Invitations`,
    hint: msg`Links that make somebody staff`,
  },
  {
    to: '/admin/settings/backups',
    label: msg`Backups`,
    hint: msg`Made now or every day`,
  },
]

/** Every setting that the viewer may read, and where its value comes from. */
export function SettingsList() {
  const { t } = useLingui()
  const query = useQuery(settingsQuery(api))
  const viewer = useViewer()
  const others = otherPages.filter(({ to }) => canOpen(viewer, to))
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
          {groups.map(([group, title]) => (
            <section key={title.id} aria-label={t(title)}>
              <h2 className="mb-3 font-display text-2xl leading-none">{t(title)}</h2>
              <ul className="grid gap-px overflow-hidden rounded-lg border border-line bg-line shadow-card sm:grid-cols-2">
                {scopes
                  .filter((setting) => factsOf(setting).group === group)
                  .map((setting) => (
                    <SettingRow key={setting.scope} setting={setting} />
                  ))}
                {group === 'network' &&
                  others.map(({ to, label, hint }) => (
                    <ListRow key={to} to={to} label={t(label)}>
                      <span className="text-ink-faint text-xs">{t(hint)}</span>
                    </ListRow>
                  ))}
              </ul>
            </section>
          ))}
          {canOpen(viewer, '/admin/settings') && <OwnPageList settings={scopes} />}
        </div>
      )}
    </Loaded>
  )
}

function SettingRow({ setting }: { setting: Setting }) {
  const say = useSay()
  const { label, shortLabel = label } = factsOf(setting)
  return (
    <ListRow to={`/admin/settings/${setting.scope}`} label={say(shortLabel)}>
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
