import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { pageMeta } from '../platform/navigation/meta.ts'
import { toast } from '../platform/toasts.ts'
import { useWords } from '../platform/words.ts'
import { Button } from '../ui/button.tsx'
import { Words } from '../ui/words.tsx'

export const meta = pageMeta('/forums', msg`Forums Coming Soon`, ({ words }) => words.forums?.description)

function ForumsNote() {
  return (
    <>
      <Words text={useWords('forums')?.text} />{' '}
      <Link to="/community" className="text-ink underline underline-offset-2 hover:text-ember-bright">
        <Trans>Go to the community</Trans>
      </Link>
    </>
  )
}

/**
 * Says that there are no forums yet and leads home: by itself after mounting, since a redirect of the server could not
 * bring a toast; by its link where scripts do not run.
 */
export default function Forums() {
  const { t } = useLingui()
  const navigate = useNavigate()
  useEffect(() => {
    toast({ title: t`Forums Coming Soon`, description: <ForumsNote /> })
    // Replaced, so that Back does not lead here and forth again.
    void navigate('/', { replace: true })
  }, [navigate, t])
  return (
    <section className="mx-auto grid max-w-2xl justify-items-center gap-4 px-4 py-24 text-center">
      <h1 className="font-display text-5xl leading-tight sm:text-6xl">
        <Trans>Forums Coming Soon</Trans>
      </h1>
      <p className="text-ink-soft">
        <ForumsNote />
      </p>
      <Button asChild>
        <Link to="/">
          <Trans>Back to home</Trans>
        </Link>
      </Button>
    </section>
  )
}
