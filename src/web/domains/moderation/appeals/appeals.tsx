import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../platform/api.ts'
import { errorMessage, isStatus } from '../../../platform/api-error.ts'
import { useViewer } from '../../../platform/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardText, CardTitle } from '../../../ui/card.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { ErrorView } from '../../../ui/list/error-view.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { codeQuery, ownAppealsQuery } from './appeal-queries.ts'
import { AppealableCard } from './appealable-card.tsx'

/** Appeals of who is signed in, or of who has the code of a ban screen. */
export function Appeals() {
  const viewer = useViewer()
  const [code, setCode] = useState<string>()
  return (
    <div className="grid gap-6">
      {viewer !== null && <OwnAppeals />}
      <CodeForm onCode={setCode} signedIn={viewer !== null} />
      {code !== undefined && <AppealOfCode code={code} />}
    </div>
  )
}

function OwnAppeals() {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(ownAppealsQuery(api))
  if (data === undefined) {
    if (error === null) return <Skeleton className="h-40" />
    return (
      <ErrorView
        title={t`Failed to load your punishments.`}
        message={errorMessage(error, t`Please try again.`)}
        onRetry={() => void refetch()}
      />
    )
  }
  if (data.length === 0)
    return (
      <Card>
        <CardTitle>
          <Trans>Nothing to appeal</Trans>
        </CardTitle>
        <CardText className="mt-2">
          <Trans>
            Your account has no punishment in game and no restriction here. If the punished player is not
            linked to you, use the code from the ban screen.
          </Trans>
        </CardText>
      </Card>
    )
  return data.map((appealable) => (
    <AppealableCard key={appealable.about.punishmentId ?? appealable.about.at} appealable={appealable} />
  ))
}

function CodeForm({ onCode, signedIn }: { onCode: (code: string) => void; signedIn: boolean }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  function submit(event: SyntheticEvent) {
    event.preventDefault()
    const code = text.trim().toUpperCase()
    setError(code === '' ? t`Enter the 8-character code from the ban screen` : undefined)
    if (code !== '') onCode(code)
  }
  return (
    <Card>
      <CardTitle>{signedIn ? t`Another player` : t`Appeal with a code`}</CardTitle>
      <CardText className="mt-2">
        {signedIn ? (
          t`The ban screen in game shows a code. With it you can appeal without an account.`
        ) : (
          <Trans>
            The ban screen in game shows a code. With it you can appeal without an account. With an account,{' '}
            <Link to="/auth?redirect=/appeal" className="font-semibold underline underline-offset-4">
              sign in
            </Link>
            .
          </Trans>
        )}
      </CardText>
      {/* A POST, so that no code ever gets into an address. */}
      <form method="post" noValidate onSubmit={submit} className="mt-4 flex flex-wrap items-end gap-3">
        <div className="w-full max-w-60">
          <TextField
            label={t`Code`}
            name="code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            value={text}
            error={error}
            onChange={({ target }) => setText(target.value)}
          />
        </div>
        <Button type="submit">
          <Trans>Open</Trans>
        </Button>
      </form>
    </Card>
  )
}

function AppealOfCode({ code }: { code: string }) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(codeQuery(api, code))
  if (data !== undefined) return <AppealableCard appealable={data} code={code} />
  if (error === null) return <Skeleton className="h-40" />
  if (isStatus(error, 404))
    return (
      <p role="alert" className="font-semibold text-bad">
        <Trans>This code is wrong or expired.</Trans>
      </p>
    )
  return (
    <ErrorView
      title={t`Failed to open the appeal.`}
      message={errorMessage(error, t`Please try again.`)}
      onRetry={() => void refetch()}
    />
  )
}
