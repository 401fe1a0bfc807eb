import { Trans } from '@lingui/react/macro'

interface DiscordMembersProps {
  /** Undefined where there is no number to show. */
  readonly members: string | undefined
  /** Undefined while nobody knows. */
  readonly online: string | undefined
}

/** How many people are on Discord, and how many of them are there now. */
export function DiscordMembers({ members, online }: DiscordMembersProps) {
  if (members === undefined) return null
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 font-semibold">
      <span className="font-display font-normal text-4xl leading-none tabular-nums">{members}</span>{' '}
      <span className="text-ink-soft">
        <Trans>members</Trans>
      </span>
      {online !== undefined && (
        <span className="inline-flex items-center gap-2 text-good text-sm">
          <span aria-hidden className="size-2 bg-current" />
          <Trans>{online} there now</Trans>
        </span>
      )}
    </p>
  )
}
