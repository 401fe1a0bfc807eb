import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ApiError } from '../../../platform/api-error.ts'
import { setReachable, siteAnswers, useIsOffline } from '../../../platform/live/connection.ts'
import { useSite } from '../../../platform/site.tsx'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { statusQuery } from './status-query.ts'

/** More than one poll without an answer: a restart of the site is none of a reader's business. */
const lostAfterMs = 7_500

const isLost = (error: unknown) => error !== null && !(error instanceof ApiError)

/** Pages that this document has shown: their code is there. */
const seen = new Set<string>()

/**
 * Learns by the poll of the status whether the site can be reached, and says so while it cannot. A link to a page that
 * has not been shown is held back then: its code could not be loaded, and the page that is open would be lost.
 */
export function ConnectionNotice() {
  const { data, error, isFetching, errorUpdatedAt, dataUpdatedAt, refetch } = useQuery(statusQuery())
  const isOffline = useIsOffline()
  const { pathname } = useLocation()
  useEffect(() => void seen.add(pathname), [pathname])
  useEffect(() => {
    if (isFetching) return
    if (!isLost(error) || (navigator.onLine && errorUpdatedAt - dataUpdatedAt < lostAfterMs))
      return setReachable(true)
    let isCurrent = true
    void siteAnswers().then((answers) => isCurrent && setReachable(answers))
    return () => {
      isCurrent = false
    }
  }, [isFetching, error, errorUpdatedAt, dataUpdatedAt])
  useEffect(() => {
    const ask = () => void refetch()
    addEventListener('offline', ask)
    addEventListener('online', ask)
    return () => {
      removeEventListener('offline', ask)
      removeEventListener('online', ask)
      setReachable(true)
    }
  }, [refetch])
  return (
    <div role="status" className="empty:hidden">
      {isOffline ? (
        <Offline ask={async () => !isLost((await refetch()).error)} />
      ) : (
        data?.isReadOnly && (
          <p className="border-line border-b bg-ground-raised p-2 text-center text-sm">
            <Trans>Read only for a moment</Trans>
          </p>
        )
      )}
    </div>
  )
}

function Offline({ ask }: { ask: () => Promise<boolean> }) {
  const { t } = useLingui()
  const { name } = useSite()
  const navigate = useNavigate()
  const [wanted, setWanted] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const holdBack = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    if (link.origin !== location.origin || link.target === '_blank' || seen.has(link.pathname)) return
    event.preventDefault()
    event.stopPropagation()
    setWanted(link.pathname + link.search + link.hash)
  })
  useEffect(() => {
    const listener = (event: MouseEvent) => holdBack(event)
    document.addEventListener('click', listener, true)
    return () => document.removeEventListener('click', listener, true)
  }, [])

  async function retry() {
    setAsking(true)
    const isBack = await ask()
    setAsking(false)
    if (isBack && wanted !== undefined) await navigate(wanted)
  }

  return (
    <div className="border-line border-b bg-ground-raised">
      <div className="mx-auto flex max-w-page items-center gap-3 px-4 py-2 text-sm sm:px-5">
        <p className="min-w-0 flex-1">
          <strong>{navigator.onLine ? t`${name} does not answer.` : t`You are offline.`}</strong>{' '}
          {wanted === undefined ? t`Pages that you opened stay readable.` : t`That page is not loaded yet.`}
        </p>
        <Button
          look="quiet"
          size="sm"
          aria-disabled={isAsking || undefined}
          onClick={() => !isAsking && void retry()}
        >
          {isAsking && <Spinner />}
          <Trans>Retry</Trans>
        </Button>
      </div>
    </div>
  )
}
