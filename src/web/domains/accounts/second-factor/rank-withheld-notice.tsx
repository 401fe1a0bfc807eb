import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { RankWithheldBy } from '../../../../contract/accounts/ranks.ts'
import type { Message } from '../../../../contract/languages.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardText, CardTitle } from '../../../ui/card.tsx'

interface Note {
  readonly title: Message
  readonly text: Message
  /** Absent where the member can only wait, or appeal. */
  readonly action?: Message
}

const notes: Readonly<Record<RankWithheldBy, Note>> = {
  restriction: {
    title: msg`You cannot use your staff rank while you are restricted`,
    text: msg`The staff pages are closed to you until your restriction ends or is lifted.`,
  },
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
  recovery: {
    title: msg`Confirm that it is you to use your staff rank`,
    text: msg`Your password was set with a code from a staff member. Open the link of a confirmation email to the address that you confirmed before. Or ask a staff member who did not give you the code to confirm you on the members page. The staff pages stay closed to you until then.`,
    action: msg`Confirm by email`,
  },
}

/** Says why a staff rank gives no access for the time being, and what the member can do about it. */
export function RankWithheldNotice({ reason }: { reason: RankWithheldBy }) {
  const { t } = useLingui()
  const { title, text, action } = notes[reason]
  return (
    <Card tone="ember" className="flex flex-wrap items-center justify-between gap-4">
      <div className="min-w-0 flex-1 basis-64">
        <CardTitle>{t(title)}</CardTitle>
        <CardText className="mt-1.5">{t(text)}</CardText>
      </div>
      {action && (
        <Button asChild>
          <Link to={reason === 'recovery' ? '#email' : `#${reason}`}>{t(action)}</Link>
        </Button>
      )}
    </Card>
  )
}
