import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useId } from 'react'
import { newsletterEndpoints } from '../../../../contract/news/newsletter-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { saveFile } from '../../../platform/save-file.ts'
import { useSite } from '../../../platform/site.tsx'
import { toastFailure } from '../../../platform/toasts.ts'
import { useLocale } from '../../../platform/translation.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatCount } from '../../../ui/format-count.ts'
import { ErrorView } from '../../../ui/list/error-view.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { subscribersQuery } from './subscribers-query.ts'

/** How many addresses get the newsletter, and their download. */
export function Subscribers() {
  const locale = useLocale()
  const { t } = useLingui()
  const headingId = useId()
  const { data, error, refetch } = useQuery(subscribersQuery(api))
  const { sendsMail } = useSite()
  const download = useMutation({
    mutationFn: () => saveFile(newsletterEndpoints.file, 'newsletter.csv'),
    onError(failure) {
      toastFailure(t`Download failed`, failure, t`Please try again.`)
    },
  })
  if (data === undefined) {
    if (error === null) return <Skeleton className="mb-6 h-24" />
    return <ErrorView title={t`The subscribers could not be counted.`} onRetry={() => void refetch()} />
  }
  const confirmed = formatCount(data.confirmed, locale)
  const waiting = formatCount(data.waiting, locale)
  return (
    <section
      aria-labelledby={headingId}
      className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border border-line bg-ground-card p-4"
    >
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <h2 id={headingId} className="font-display text-2xl leading-tight">
          <Trans>Newsletter</Trans>
        </h2>
        <p className="text-ink-soft text-sm">
          <Trans>
            <strong className="text-ink">{confirmed}</strong> confirmed,{' '}
            <strong className="text-ink">{waiting}</strong> waiting for confirmation.
          </Trans>{' '}
          {!sendsMail &&
            t`Nobody can confirm until the site sends mail: an Owner sets it up at Settings → Mail.`}
        </p>
      </div>
      <Button
        look="quiet"
        size="sm"
        disabled={data.confirmed === 0}
        aria-disabled={download.isPending || undefined}
        onClick={() => !download.isPending && download.mutate()}
      >
        {download.isPending ? <Spinner /> : <Download aria-hidden className="size-4" />}
        <Trans>Download addresses</Trans>
      </Button>
    </section>
  )
}
