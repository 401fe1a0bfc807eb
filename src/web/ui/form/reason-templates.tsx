import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { contentEndpoints } from '../../../contract/content/content-endpoints.ts'
import { api } from '../../platform/api.ts'
import { Button } from '../button.tsx'
import { Select } from './select.tsx'

interface ReasonTemplatesProps {
  /** What stands in the field now. */
  readonly reason: string
  readonly onChoose: (reason: string) => void
}

/** Reasons to choose from (content/reasons.yaml). A chosen one can be changed; what was typed before stays above it. */
export function ReasonTemplates({ reason, onChoose }: ReasonTemplatesProps) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery({
    queryKey: ['reasons'],
    queryFn: ({ signal }) => api(contentEndpoints.reasons, { signal }),
  })
  if (error !== null && data === undefined)
    return (
      <p className="flex flex-wrap items-center gap-2 text-ink-soft text-sm">
        <Trans>The templates could not be loaded.</Trans>
        <Button look="quiet" size="sm" onClick={() => void refetch()}>
          <Trans>Try again</Trans>
        </Button>
      </p>
    )
  const templates = data?.reasons ?? []
  if (data !== undefined && templates.length === 0) return null
  const chosen = templates.find(({ text }) => text === reason)
  const isTemplate = reason.trim() === '' || chosen !== undefined
  return (
    <Select
      label={t`Template (optional)`}
      options={templates.map(({ title }) => ({ value: title, label: title }))}
      value={chosen?.title}
      disabled={data === undefined}
      onValueChange={(title) => {
        const text = templates.find((one) => one.title === title)?.text ?? ''
        onChoose(isTemplate ? text : `${reason.trimEnd()}\n${text}`)
      }}
    />
  )
}
