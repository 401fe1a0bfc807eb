import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Card, CardText, CardTitle } from '../../../ui/card.tsx'

const notes = {
  'second-factor': {
    title: msg`Turn on two-factor sign-in to use your staff rank`,
    text: msg`Staff need a second factor on this site. You cannot open the staff pages until you set it up.`,
    action: msg`Set it up`,
  },
  password: {
    title: msg`Choose a longer password to use your staff rank`,
    text: msg`Staff passwords have at least 8 characters. The staff pages stay closed to you until you change yours. If it is long enough already, sign out and in again.`,
    action: msg`Change password`,
  },
} as const

/** Says why a staff rank gives no access yet, and how to change that. */
export function SecondFactorRequiredNotice({ waitsFor }: { waitsFor: keyof typeof notes }) {
  const { t } = useLingui()
  const { title, text, action } = notes[waitsFor]
  return (
    <Card tone="ember" className="flex flex-wrap items-center justify-between gap-4">
      <div className="min-w-0 flex-1 basis-64">
        <CardTitle>{t(title)}</CardTitle>
        <CardText className="mt-1.5">{t(text)}</CardText>
      </div>
      <Button asChild>
        <Link to={`#${waitsFor}`}>{t(action)}</Link>
      </Button>
    </Card>
  )
}
