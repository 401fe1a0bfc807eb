import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Newspaper } from 'lucide-react'
import { useRef } from 'react'
import type { NewsRecord } from '../../../../contract/news/news-schemas.ts'
import { api } from '../../../platform/api.ts'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { SeekLinked } from '../../../ui/list/linked-row.tsx'
import { ListStates } from '../../../ui/list/list-states.tsx'
import { newsRecordsQuery } from './news-records.ts'
import { NewsRow } from './news-row.tsx'
import { useNewsAction } from './use-news-action.ts'

/** Every item, to change, publish and delete. */
export function NewsAdmin() {
  const { t } = useLingui()
  const records = useInfiniteQuery(newsRecordsQuery(api))
  const action = useNewsAction()
  const list = useRef<HTMLDivElement>(null)

  function run(record: NewsRecord, what: Parameters<typeof action.mutate>[0]['what']) {
    // The pressed button may go.
    if (!action.isPending) action.mutate({ record, what }, { onSuccess: () => list.current?.focus() })
  }

  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      <SeekLinked thing="news" rows={records.data?.pages.flat()} query={records} />
      <ListStates
        query={records}
        loading={t`Loading news...`}
        failed={t`The news could not be loaded.`}
        skeleton="h-32"
        empty={
          <EmptyState icon={Newspaper} title={t`No news yet`}>
            <Trans>Write the first item with “New item”. It stays a draft until you publish it.</Trans>
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className="grid gap-3">
            {rows.map((record) => (
              <NewsRow
                key={record.id}
                record={record}
                busy={action.isPending && action.variables.record.id === record.id}
                onPublish={(toSubscribers) => run(record, { toSubscribers })}
                onSchedule={(at, toSubscribers) => run(record, { at, toSubscribers })}
                onUnpublish={() => run(record, 'unpublish')}
                onDelete={() => run(record, 'delete')}
              />
            ))}
          </ul>
        )}
      </ListStates>
    </div>
  )
}
