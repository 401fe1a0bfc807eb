import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type DeskList, deskLists } from '../../contract/live.ts'
import { api } from '../platform/api.ts'
import { useDeskNews } from '../platform/use-desk-news.ts'
import { useRefusal } from '../platform/use-refusal.ts'
import { ErrorView } from '../ui/error-view.tsx'
import { ContentState } from './content-state.tsx'
import { GameServers } from './game-servers.tsx'
import { OverviewLoading } from './overview-loading.tsx'
import { overviewKey, overviewQuery } from './overview-query.ts'
import { SetupList } from './setup-list.tsx'
import { SiteFigures } from './site-figures.tsx'
import { WaitingTiles } from './waiting-tiles.tsx'

const watched: readonly DeskList[] = deskLists

/** The staff home: what waits, what is wrong, how the network does. It follows the lists live. */
export function Overview() {
  const { data, error, refetch } = useQuery(overviewQuery(api))
  const desk = useRef<HTMLDivElement>(null)
  useDeskNews(watched, overviewKey)
  useRefusal(error)

  function retry() {
    // The button leaves with its alert.
    desk.current?.focus({ preventScroll: true })
    void refetch()
  }

  return (
    <div ref={desk} tabIndex={-1} className="grid gap-5 outline-offset-4">
      {error !== null && <ErrorView title="The overview could not be loaded" onRetry={retry} />}
      {data === undefined && error === null && <OverviewLoading />}
      {data !== undefined && (
        <>
          <ContentState problems={data.content.problems} />
          <WaitingTiles counts={data.counts} oldest={data.oldest} />
          <div className="grid items-start gap-5 xl:grid-cols-2 xl:grid-rows-[auto_1fr]">
            <SetupList setup={data.setup} lastBackupAt={data.lastBackupAt} />
            <SiteFigures
              counts={data.counts}
              contentIsFine={data.content.problems.length === 0}
              lastBackupAt={data.lastBackupAt}
            />
            <GameServers servers={data.gameServers} />
          </div>
        </>
      )}
    </div>
  )
}
