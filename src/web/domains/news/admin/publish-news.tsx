import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { NewsRecord } from '../../../../contract/news/news-schemas.ts'
import { useSite } from '../../../platform/site.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { SendToSubscribers } from './send-to-subscribers.tsx'

interface PublishNewsProps {
  readonly record: NewsRecord
  readonly trigger: ReactNode
  readonly onPublish: (toSubscribers: boolean) => void
}

/** Asks before an item is published, and whether subscribers get it. */
export function PublishNews({ record, trigger, onPublish }: PublishNewsProps) {
  const { t } = useLingui()
  const { title } = record
  const { sendsMail } = useSite()
  const [toSubscribers, setToSubscribers] = useState(record.toSubscribers)
  return (
    <Confirm
      title={t`Publish item`}
      description={
        <>
          <Trans>
            “<bdi>{title}</bdi>” appears on the news page now.
          </Trans>{' '}
          {!record.wasPublished && t`Members and Discord are notified.`}
        </>
      }
      confirmLabel={t`Publish`}
      variant="default"
      onConfirm={() => onPublish(sendsMail && toSubscribers)}
      trigger={trigger}
    >
      <SendToSubscribers
        checked={toSubscribers}
        onChange={(event) => setToSubscribers(event.target.checked)}
      />
    </Confirm>
  )
}
