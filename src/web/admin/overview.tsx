import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { holds } from '../../contract/accounts/ranks.ts'
import { canReadJobs } from '../../contract/admin/admin.ts'
import type { AdminOverview, Storage } from '../../contract/admin/admin-schemas.ts'
import { type StaffList, staffLists } from '../../contract/staff-lists.ts'
import { api } from '../platform/api.ts'
import { useStaffFeed } from '../platform/live/use-staff-feed.ts'
import { useLocale } from '../platform/translation.tsx'
import { useRefetchViewerOnAuthError } from '../platform/use-refetch-viewer.ts'
import { useViewer } from '../platform/viewer.ts'
import { Alert } from '../ui/alert.tsx'
import { Card, CardText, CardTitle } from '../ui/card.tsx'
import { classes } from '../ui/classes.ts'
import { formatCount } from '../ui/format-count.ts'
import { ErrorView } from '../ui/list/error-view.tsx'
import { Skeleton } from '../ui/list/skeleton.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { formatSize } from './format-size.ts'
import { Jobs } from './jobs.tsx'
import { overviewKey, overviewQuery } from './overview-query.ts'
import { SetupList } from './setup-list.tsx'
import { WaitingTiles } from './waiting-tiles.tsx'

const figures = [
  ['members', msg`Members`],
  ['membersOnline', msg`Members on the site`],
  ['rankedPlayers', msg`Ranked players`],
  ['matchesToday', msg`Matches today (UTC)`],
] as const

interface SiteFiguresProps {
  readonly counts: AdminOverview['counts']
  /** For staff of the settings. */
  readonly files:
    | false
    | {
        /** Says that the content files have no problems. Problems are shown above the page. */
        readonly contentIsFine: boolean
        readonly lastBackupAt: string | null
      }
}

function SiteFigures({ counts, files }: SiteFiguresProps) {
  const locale = useLocale()
  const { t } = useLingui()
  const rows = figures.map(([key, label]) => [t(label), formatCount(counts[key], locale)] as const)
  return (
    <Card>
      <CardTitle>
        <Trans>The network</Trans>
      </CardTitle>
      <dl className="mt-3 divide-y divide-line text-sm">
        {rows.map(([label, figure]) => (
          <div key={label} className="flex items-baseline justify-between gap-4 py-2">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="font-bold tabular-nums">{figure}</dd>
          </div>
        ))}
        {files && (
          <>
            <div className="flex items-baseline justify-between gap-4 py-2">
              <dt className="text-ink-soft">
                <Trans>Last backup</Trans>
              </dt>
              <dd className="font-bold">
                {files.lastBackupAt === null ? t`Never` : <RelativeTime iso={files.lastBackupAt} />}
              </dd>
            </div>
            <div className="flex items-baseline justify-between gap-4 pt-2">
              <dt className="text-ink-soft">
                <Trans>Content files</Trans>
              </dt>
              <dd className={files.contentIsFine ? 'font-bold text-good' : 'font-bold text-bad'}>
                {files.contentIsFine ? t`All valid` : t`Need work`}
              </dd>
            </div>
          </>
        )}
      </dl>
    </Card>
  )
}

function StorageFigures({ disk, database: { bytes, weeklyGrowth } }: Storage) {
  const { t } = useLingui()
  const free = disk && formatSize(disk.freeBytes)
  const all = disk && formatSize(disk.bytes)
  const sign = weeklyGrowth === null || weeklyGrowth === 0 ? '' : weeklyGrowth < 0 ? '−' : '+'
  const rows = [
    [t`Free on the disk`, disk === null ? t`Unknown` : t`${{ free }} of ${{ all }}`],
    [t`Database`, formatSize(bytes)],
    [
      t`Growth per week`,
      weeklyGrowth === null ? t`Known after a week` : sign + formatSize(Math.abs(weeklyGrowth)),
    ],
  ] as const
  return (
    <Card>
      <CardTitle>
        <Trans>Storage</Trans>
      </CardTitle>
      <dl className="mt-3 divide-y divide-line text-sm">
        {rows.map(([label, figure]) => (
          <div key={label} className="flex items-baseline justify-between gap-4 py-2 last:pb-0">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="text-end font-bold tabular-nums">{figure}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

const watched: readonly StaffList[] = staffLists

/** The start page of the staff area: waiting items, problems, and figures of the network, updated live. */
export function Overview() {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(overviewQuery(api))
  const viewer = useViewer()
  const isOfSettings = holds(viewer, 'helper', 'settings')
  const content = useRef<HTMLDivElement>(null)
  useStaffFeed(watched, overviewKey)
  useRefetchViewerOnAuthError(error)

  function retry() {
    // A retry removes the alert, and with it the button that has the focus.
    content.current?.focus({ preventScroll: true })
    void refetch()
  }

  return (
    <div ref={content} tabIndex={-1} className="grid gap-5 outline-offset-4">
      {error !== null && <ErrorView title={t`The overview could not be loaded`} onRetry={retry} />}
      {data === undefined && error === null && <OverviewLoading />}
      {data !== undefined && (
        <>
          <FileProblems title={t`A content file is not valid`} problems={data.content.problems}>
            <Trans>
              Pages show the last good version. Correct the file before you restart: the site does not start
              with it. Where the words of the default language are shown, it does.
            </Trans>
          </FileProblems>
          <FileProblems title={t`A language file is not valid`} problems={data.languageProblems}>
            <Trans>
              What is named here is left out, and nothing else. Correct the file, then start the site again.
            </Trans>
          </FileProblems>
          <WaitingTiles counts={data.counts} oldest={data.oldest} />
          <div className="grid items-start gap-5 xl:grid-cols-2 xl:grid-rows-[auto_auto_1fr]">
            <SetupList setup={data.setup} lastBackupAt={data.lastBackupAt} gameServer={data.gameServer} />
            <SiteFigures
              counts={data.counts}
              files={
                isOfSettings && {
                  contentIsFine: data.content.problems.length === 0,
                  lastBackupAt: data.lastBackupAt,
                }
              }
            />
            {data.storage !== null && <StorageFigures {...data.storage} />}
            {isOfSettings && <GameServers servers={data.gameServers} />}
          </div>
        </>
      )}
      {canReadJobs(viewer) && <Jobs />}
    </div>
  )
}

/** What is wrong with files of the owner. Renders nothing without problems. */
function FileProblems({
  title,
  problems,
  children,
}: {
  title: string
  problems: readonly string[]
  children: ReactNode
}) {
  if (problems.length === 0) return null
  return (
    <Alert title={title}>
      <p>{children}</p>
      <ul className="mt-2 list-disc break-all ps-5 font-mono text-xs">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Alert>
  )
}

/** Placeholders of tiles and cards, to avoid layout shift. */
function OverviewLoading() {
  return (
    <>
      <p role="status" className="sr-only">
        <Trans>Loading the overview...</Trans>
      </p>
      <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
        {[1, 2, 3, 4].map((place) => (
          <Skeleton key={place} className="h-32" />
        ))}
      </div>
      <div className="grid gap-5 xl:grid-cols-2">
        <Skeleton className="h-72" />
        <Skeleton className="h-72" />
      </div>
    </>
  )
}

type GameServer = AdminOverview['gameServers'][number]

/** Keys with which game servers report to the site. Owners make and revoke them in the settings. */
function GameServers({ servers }: { servers: readonly GameServer[] }) {
  return (
    <Card>
      <CardTitle>
        <Trans>Game-server keys</Trans>
      </CardTitle>
      {servers.length === 0 ? (
        <CardText className="mt-3">
          <Trans>
            None yet. An Owner makes one on the page of{' '}
            <Link
              to="/admin/settings/game-servers"
              className="font-semibold text-ink underline underline-offset-4"
            >
              <Trans>game servers</Trans>
            </Link>
            .
          </Trans>
        </CardText>
      ) : (
        <ul className="mt-3 divide-y divide-line text-sm">
          {servers.map((server) => (
            <li
              key={server.id}
              className="flex flex-wrap items-baseline justify-between gap-x-4 py-2 last:pb-0"
            >
              <bdi
                className={classes(
                  'wrap-anywhere min-w-0',
                  server.revokedAt === null ? 'font-semibold' : 'text-ink-faint line-through',
                )}
              >
                {server.name}
              </bdi>
              <LastUse server={server} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function LastUse({ server: { lastUsedAt, revokedAt } }: { server: GameServer }) {
  if (revokedAt !== null)
    return (
      <span className="text-ink-faint">
        <Trans>revoked</Trans>
      </span>
    )
  if (lastUsedAt === null)
    return (
      <span className="text-ink-faint">
        <Trans>never used</Trans>
      </span>
    )
  return (
    <span className="text-ink-soft">
      <Trans>
        used <RelativeTime iso={lastUsedAt} />
      </Trans>
    </span>
  )
}
