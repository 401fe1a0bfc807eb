import { useIsFetching } from '@tanstack/react-query'
import { useLocation, useNavigation } from 'react-router'
import { usePageProgress } from './use-page-progress.ts'

/** A thin bar under the header while a page loads. It takes no room of its own, so nothing moves when it comes. */
export function PageProgressBar() {
  const location = useLocation()
  const navigation = useNavigation()
  // The poll of the server status belongs to no page.
  const requests = useIsFetching({ predicate: ({ queryKey }) => queryKey[0] !== 'status' })
  // A page whose code is still on its way has already begun to load.
  const { pathname } = navigation.location ?? location
  const { phase, percent } = usePageProgress(pathname, requests > 0 || navigation.state === 'loading')
  if (phase === 'hidden') return null
  return (
    <div
      role="progressbar"
      aria-label="Page loading"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="absolute inset-x-0 top-full h-[3px] overflow-hidden"
    >
      <div
        className="h-full bg-ember shadow-[0_0_8px_var(--color-ember)] transition-[width] duration-75 ease-linear"
        style={{ width: `${percent}%` }}
      />
    </div>
  )
}
