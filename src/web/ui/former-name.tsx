import { Trans } from '@lingui/react/macro'

/** The name by which a search found a player who bears another one today; nothing where it is today's. */
export function FormerName({ name }: { name: string | undefined }) {
  if (name === undefined) return null
  return (
    <span className="wrap-anywhere font-normal text-ink-soft text-xs">
      <Trans>
        formerly <bdi>{name}</bdi>
      </Trans>
    </span>
  )
}
