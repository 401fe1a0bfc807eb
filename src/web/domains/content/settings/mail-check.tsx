import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { emailEndpoints } from '../../../../contract/accounts/email-endpoints.ts'
import type { Setting } from '../../../../contract/content/settings-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { SecretForm } from './secret-form.tsx'
import { secretsQuery } from './settings-query.ts'

interface MailCheckProps {
  readonly canChange: boolean
  /** Undefined while the form has changes. */
  readonly saved: Setting | undefined
}

/** How the site signs in at its mail server, and a mail that tries it. */
export function MailCheck({ canChange, saved }: MailCheckProps) {
  const { t } = useLingui()
  const { data } = useQuery(secretsQuery(api))
  const signIn = data?.secrets.find(({ name }) => name === 'mail')
  return (
    <>
      <section aria-label={t`Sign-in at the mail server`} className="grid gap-3">
        <h2 className="font-display text-2xl leading-none">
          <Trans>Sign-in at the mail server</Trans>
        </h2>
        <p className="max-w-prose text-ink-soft text-sm">
          <Trans>
            Save the mail server first. User name and password are stored encrypted for it alone, and never
            shown again.
          </Trans>
        </p>
        <SecretForm
          name="mail"
          mailRevision={saved?.revision}
          isWaiting={saved === undefined}
          label={t`Sign-in at the mail server`}
          fields={[
            { key: 'user', label: t`User name` },
            { key: 'password', label: t`Password`, isHidden: true },
          ]}
        />
      </section>
      {/* What came of a test says nothing of other settings. */}
      {canChange && <TestMail key={`${saved?.revision} ${signIn?.state} ${signIn?.at}`} />}
    </>
  )
}

function TestMail() {
  const { t } = useLingui()
  const test = useMutation({ mutationFn: () => api(emailEndpoints.test, {}) })
  const { to, error } = test.data ?? {}
  return (
    <section aria-label={t`Test`} className="grid justify-items-start gap-3">
      <h2 className="font-display text-2xl leading-none">
        <Trans>Test</Trans>
      </h2>
      <p className="max-w-prose text-ink-soft text-sm">
        <Trans>Uses what is saved. The mail goes to the confirmed address of your own profile.</Trans>
      </p>
      <Button
        look="quiet"
        aria-disabled={test.isPending || undefined}
        onClick={() => !test.isPending && test.mutate()}
      >
        {test.isPending && <Spinner />}
        <Trans>Send me a test mail</Trans>
      </Button>
      <p role="status" className="wrap-anywhere max-w-prose text-sm">
        {test.isError && (
          <span className="text-bad">{errorMessage(test.error, t`The mail server could not be asked.`)}</span>
        )}
        {error != null && (
          <span className="text-bad">
            <Trans>
              The test failed. The mail server said: <bdi>{error}</bdi>
            </Trans>
          </span>
        )}
        {error === null && (
          <span className="text-good">
            {to == null ? (
              <Trans>
                The mail server accepts the sign-in. To get a test mail, add an address to{' '}
                <Link to="/profile" className="underline underline-offset-4">
                  your profile
                </Link>{' '}
                and confirm it there.
              </Trans>
            ) : (
              <Trans>
                The mail server accepted a mail to <bdi>{to}</bdi>.
              </Trans>
            )}
          </span>
        )}
      </p>
    </section>
  )
}
