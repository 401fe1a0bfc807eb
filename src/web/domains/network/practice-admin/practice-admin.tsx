import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { practiceCategories } from '../../../../contract/network/practice.ts'
import { api } from '../../../platform/api.ts'
import { ErrorView } from '../../../ui/list/error-view.tsx'
import { SeekLinked } from '../../../ui/list/linked-row.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { ModeSection } from './mode-section.tsx'
import { practiceRecordsQuery } from './practice-records.ts'

const query = practiceRecordsQuery(api)

/** Every practice mode, to change, arrange and remove. */
export function PracticeAdmin() {
  const { t } = useLingui()
  const { data: records, error, refetch } = useQuery(query)
  return (
    <div className="grid gap-10">
      {error !== null && (
        <ErrorView title={t`The practice modes could not be loaded.`} onRetry={() => void refetch()} />
      )}
      <SeekLinked thing="practice" rows={records} />
      {records === undefined && error === null && <PracticeLoading />}
      {records !== undefined &&
        practiceCategories.map((category) => (
          <ModeSection
            key={category}
            category={category}
            records={records.filter((record) => record.category === category)}
          />
        ))}
    </div>
  )
}

function PracticeLoading() {
  return (
    <div className="grid gap-3">
      <p role="status" className="sr-only">
        <Trans>Loading practice modes...</Trans>
      </p>
      {[1, 2, 3, 4].map((place) => (
        <Skeleton key={place} className="h-20" />
      ))}
    </div>
  )
}
