import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { newsEndpoints } from '../../../../contract/news/news-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Prose } from '../../../ui/prose.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

/** Shows the text as the server renders it. `markdownNow` reads the text as it is typed. */
export function NewsPreview({ markdownNow }: { markdownNow: () => string }) {
  const { t } = useLingui()
  const preview = useMutation({
    mutationFn: (markdown: string) => api(newsEndpoints.preview, { body: { markdown } }),
  })
  return (
    <div className="grid gap-3">
      <Button
        look="quiet"
        size="sm"
        className="justify-self-start"
        aria-disabled={preview.isPending || undefined}
        onClick={() => !preview.isPending && preview.mutate(markdownNow())}
      >
        {preview.isPending && <Spinner />}
        <Trans>Preview</Trans>
      </Button>
      {preview.error !== null && (
        <Alert title={t`No preview`}>{errorMessage(preview.error, t`The text could not be rendered.`)}</Alert>
      )}
      {preview.data !== undefined && (
        <section aria-label={t`Preview`} className="rounded-md border border-line bg-ground p-4">
          <Prose html={preview.data.html} />
        </section>
      )}
    </div>
  )
}
