import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import { linkDiscordPath } from '../../../../contract/players/discord-link.ts'
import { toast } from '../../../platform/toasts.ts'
import { CardText } from '../../../ui/card.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useFinishLink } from './use-discord-link.ts'

/** What Discord sends back in the URL. */
export function discordReplyIn(search: string) {
  const query = new URLSearchParams(search)
  const [code, state, error] = [query.get('code'), query.get('state'), query.get('error')]
  if (error !== null) return { error }
  return code !== null && state !== null ? { code, state } : undefined
}

/** Discord's own description is not shown: anybody can make such a link, with any text. */
const errorText = (error: string) =>
  error === 'access_denied'
    ? msg`You cancelled it on Discord.`
    : msg`Discord reported an error. Please try again.`

interface FinishLinkProps {
  readonly member: OwnUser
  readonly reply: NonNullable<ReturnType<typeof discordReplyIn>>
}

/** Finishes the link that Discord sent the member back from, and leaves the URL with the code. */
export function FinishLink({ member, reply }: FinishLinkProps) {
  const { t } = useLingui()
  const { mutateAsync } = useFinishLink(member.id)
  const navigate = useNavigate()
  const { key } = useLocation()
  const handled = useRef<string>(undefined)
  useEffect(() => {
    // A code works once, also where an effect runs twice.
    if (handled.current === key) return
    handled.current = key
    const leave = (path: string) => navigate(path, { replace: true })
    if ('error' in reply) {
      toast({
        title: t`Discord was not linked`,
        description: t(errorText(reply.error)),
        variant: 'destructive',
      })
      void leave(linkDiscordPath)
      return
    }
    mutateAsync(reply).then(
      () => leave('/profile#discord'),
      // The mutation has shown why.
      () => leave(linkDiscordPath),
    )
  }, [reply, key, mutateAsync, navigate, t])
  return (
    <div role="status" className="flex items-center gap-3">
      <Spinner />
      <CardText>
        <Trans>Linking your Discord account...</Trans>
      </CardText>
    </div>
  )
}
