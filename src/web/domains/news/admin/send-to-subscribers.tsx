import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { api } from '../../../platform/api.ts'
import { useSite } from '../../../platform/site.tsx'
import { useLocale } from '../../../platform/translation.tsx'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { formatCount } from '../../../ui/format-count.ts'
import { subscribersQuery } from '../newsletter/subscribers-query.ts'

type SendToSubscribersProps = Omit<ComponentProps<typeof CheckboxField>, 'label' | 'hint'>

/** Chooses whether subscribers get the item. Nothing where the site sends no mail. */
export function SendToSubscribers(field: SendToSubscribersProps) {
  const locale = useLocale()
  const { t } = useLingui()
  const { sendsMail } = useSite()
  const { data } = useQuery(subscribersQuery(api))
  if (!sendsMail) return null
  const known = data === undefined ? '' : ` (${formatCount(data.confirmed, locale)})`
  return (
    <CheckboxField
      {...field}
      label={t`Send to subscribers${known}`}
      hint={t`By email, once: nobody gets the same item again.`}
    />
  )
}
