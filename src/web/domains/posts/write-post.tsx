import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronUp, LogIn, PenLine, Plus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { playSound } from '../../platform/sound.ts'
import { useViewer } from '../../platform/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { classes } from '../../ui/classes.ts'
import { PostComposer } from './post-composer.tsx'

/** The way into the feed: a composer for members, the way to the login for visitors. */
export function WritePost() {
  const viewer = useViewer()
  return viewer === null ? <LoginToPost /> : <ComposerPanel key={viewer.id} />
}

/** In the composer's place, for visitors. */
function LoginToPost() {
  return (
    <Card tone="ember" className="flex flex-wrap items-center justify-between gap-4">
      <p className="font-semibold">
        <Trans>Please login to create posts</Trans>
      </p>
      <Button asChild>
        <Link to="/auth?redirect=/social">
          <LogIn aria-hidden className="size-4" />
          <Trans>Login to Post</Trans>
        </Link>
      </Button>
    </Card>
  )
}

/** The composer: always there on wide screens; on small ones behind a toggle and a floating button. */
function ComposerPanel() {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const textarea = useRef<HTMLTextAreaElement>(null)
  const formId = useId()

  function write() {
    playSound('click')
    // At once: what is hidden cannot take the focus.
    flushSync(() => setOpen(true))
    textarea.current?.focus()
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <Button
        className="w-full md:hidden"
        look={open ? 'quiet' : 'solid'}
        aria-expanded={open}
        aria-controls={formId}
        onClick={() => setOpen(!open)}
      >
        {open ? <ChevronUp aria-hidden className="size-4" /> : <PenLine aria-hidden className="size-4" />}
        {open ? t`Hide Post Form` : t`Create New Post`}
      </Button>
      {/* Hidden, not gone: a draft outlives the toggle. */}
      <div id={formId} className={classes(!open && 'max-md:hidden')}>
        <PostComposer textarea={textarea} onRestored={() => setOpen(true)} />
      </div>
      {/* Gone while the form is open: it would cover what the form ends with. */}
      {!open && (
        <button
          type="button"
          aria-label={t`Write a post`}
          onClick={write}
          className="fixed end-4 bottom-4 z-30 grid size-14 place-items-center rounded-full bg-ember text-ember-ink shadow-float active:bg-ember-bright md:hidden"
        >
          <Plus aria-hidden className="size-7" />
        </button>
      )}
    </div>
  )
}
