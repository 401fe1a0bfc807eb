import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { BadgeCheck, Unlink } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import * as z from 'zod/mini'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import { linkEndpoints } from '../../../../contract/matches/link-endpoints.ts'
import { LinkCode } from '../../../../contract/matches/link-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { useSchemaForm } from '../../../platform/forms/use-schema-form.ts'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { useSay } from '../../../platform/translation.tsx'
import { viewerQuery } from '../../../platform/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardText, CardTitle } from '../../../ui/card.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

const LinkFormSchema = z.object({ code: LinkCode })

/** The server's reason, else the general one. */
const linkErrorText = (error: unknown) => errorMessage(error, msg`Linking failed. Please try again.`)

/** Shows the viewer's gamertag at once, and refetches what depends on it: their stats are those of the player. */
async function showGamertag(client: QueryClient, gamertag: string | null) {
  // An older response that is still on its way would put the old name back.
  await client.cancelQueries({ queryKey: viewerQuery.queryKey })
  client.setQueryData(viewerQuery.queryKey, (viewer) => viewer && { ...viewer, gamertag })
  void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'status' })
}

function useLink() {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => api(linkEndpoints.create, { body: { code } }),
    async onSuccess({ gamertag }) {
      toast({
        title: t`Account linked`,
        description: (
          <>
            <Trans>
              You are <bdi>{gamertag}</bdi> in game
            </Trans>
          </>
        ),
      })
      await showGamertag(client, gamertag)
    },
    onError(error) {
      toast({ title: t`Linking failed`, description: linkErrorText(error), variant: 'destructive' })
    },
  })
}

function useUnlink() {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api(linkEndpoints.remove, {}),
    async onSuccess() {
      toast({ title: t`Account unlinked`, description: t`Your matches stay with the player in game` })
      await showGamertag(client, null)
    },
    onError(error) {
      toastFailure(t`Unlinking failed`, error, t`Unlinking failed. Please try again.`)
    },
  })
}

/** Links the account with the player in game, or unlinks them. */
export function LinkCard({ member }: { member: OwnUser }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { gamertag } = member
  const shown = useRef(gamertag)
  useEffect(() => {
    if (shown.current === gamertag) return
    shown.current = gamertag
    // The button that had the focus was removed, so the closing confirmation cannot return the focus to it.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) heading.current?.focus()
    })
    return () => clearTimeout(timer)
  }, [gamertag])
  return (
    <Card id="link">
      <CardTitle ref={heading} tabIndex={-1} className="mb-4">
        <Trans>In-game player</Trans>
      </CardTitle>
      {gamertag === null ? <LinkForm /> : <LinkedPlayer gamertag={gamertag} />}
    </Card>
  )
}

function LinkedPlayer({ gamertag }: { gamertag: string }) {
  const { t } = useLingui()
  const unlink = useUnlink()
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <div className="min-w-0">
        <p className="flex min-w-0 items-center gap-2 font-bold">
          <BadgeCheck aria-hidden className="size-5 shrink-0 text-good" />
          <span className="sr-only">
            <Trans>Verified:</Trans>
          </span>
          <bdi className="wrap-anywhere min-w-0">{gamertag}</bdi>
        </p>
        <CardText className="mt-1.5">
          <Trans>Everybody sees this name, and your matches count for you.</Trans>
        </CardText>
      </div>
      <Confirm
        title={t`Unlink this player?`}
        description={t`The player and all their matches get their own page again. You can link again with a new code.`}
        confirmLabel={t`Unlink`}
        onConfirm={() => !unlink.isPending && unlink.mutate()}
        trigger={
          <Button look="quiet" variant="red" aria-disabled={unlink.isPending || undefined}>
            {unlink.isPending ? <Spinner /> : <Unlink aria-hidden className="size-4" />}
            <Trans>Unlink</Trans>
          </Button>
        }
      />
    </div>
  )
}

function LinkForm() {
  const { t } = useLingui()
  const say = useSay()
  const link = useLink()
  const form = useSchemaForm(LinkFormSchema)
  const { setFocus, setError } = form
  const { hash } = useLocation()
  useEffect(() => {
    // The viewer came here by "Claim it".
    if (hash === '#link') setFocus('code')
  }, [hash, setFocus])
  const submit = form.submit(link, ({ code }) => {
    link.mutate(code, {
      onError: (error) =>
        setError('code', { type: 'server', message: say(linkErrorText(error)) }, { shouldFocus: true }),
    })
  })
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <CardText>
        <Trans>
          Type <code className="font-bold text-ink">/link</code> in game and enter the code here within 10
          minutes. Your matches, stats and gamertag then show on this account.
        </Trans>
      </CardText>
      <TextField
        label={t`Link code`}
        hint={t`8 letters and digits`}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        className="uppercase tracking-widest"
        {...form.field('code')}
      />
      <SubmitButton busy={link.isPending} className="justify-self-stretch sm:justify-self-start">
        <Trans>Link account</Trans>
      </SubmitButton>
    </form>
  )
}
