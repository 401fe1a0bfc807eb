import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Flag, Image, MessageSquare, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { textLimits } from '../../../contract/limits.ts'
import { Card, CardTitle } from '../../ui/card.tsx'

const notes = [
  { icon: MessageSquare, text: msg`Up to ${{ max: textLimits.post }} characters a post.` },
  { icon: Image, text: msg`One image, at most 5 MB: JPEG, PNG, WebP or GIF.` },
  { icon: Trash2, text: msg`You can delete your own posts at any time.` },
  { icon: Flag, text: msg`Something out of line? Report it from the menu of the post.` },
]

/** How posting works; what may be said is written in the rules. */
export function PostingNotes() {
  const { t } = useLingui()
  return (
    <Card className="grid gap-4">
      <CardTitle>
        <Trans>How Posting Works</Trans>
      </CardTitle>
      <ul className="grid gap-3 text-ink-soft text-sm leading-relaxed">
        {notes.map(({ icon: Icon, text }) => (
          <li key={text.id} className="flex gap-3">
            <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ember" />
            {t(text)}
          </li>
        ))}
      </ul>
      <Link
        to="/rules"
        className="justify-self-start font-semibold text-ink text-sm underline underline-offset-4"
      >
        <Trans>Read the rules</Trans>
      </Link>
    </Card>
  )
}
