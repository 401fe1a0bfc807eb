import { Trans } from '@lingui/react/macro'
import type { Setting } from '../../../../contract/content/settings-schemas.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Time } from '../../../ui/time.tsx'

/** Where the value comes from, in a few words. */
export function SettingState({ setting }: { setting: Setting }) {
  const { source, lockedBy, problem, by, at } = setting
  if (problem !== undefined)
    return (
      <Badge tone="bad">
        <Trans>Not in use</Trans>
      </Badge>
    )
  if (source === 'variable' || source === 'file')
    return (
      <Badge tone="gold" className="wrap-anywhere whitespace-normal">
        <Trans>Set by {lockedBy}</Trans>
      </Badge>
    )
  if (source === 'shipped')
    return (
      <Badge tone="quiet">
        <Trans>As shipped</Trans>
      </Badge>
    )
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone="good">
        <Trans>Changed</Trans>
      </Badge>
      {at !== null && (
        <span className="text-ink-faint text-xs">
          <Time iso={at} />
          {by !== null && (
            <Trans>
              {' '}
              by <bdi>{by}</bdi>
            </Trans>
          )}
        </span>
      )}
    </span>
  )
}
