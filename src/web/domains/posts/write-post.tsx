import { LogIn } from 'lucide-react'
import { Link } from 'react-router'
import { useViewer } from '../../platform/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ComposerPanel } from './composer-panel.tsx'

/** The way into the feed: a composer for members, the way to the login for visitors. */
export function WritePost() {
  const viewer = useViewer()
  return viewer === null ? <LoginToPost /> : <ComposerPanel key={viewer.id} />
}

/** In the composer's place, for visitors. */
function LoginToPost() {
  return (
    <Card tone="ember" className="flex flex-wrap items-center justify-between gap-4">
      <p className="font-semibold">Please login to create posts</p>
      <Button asChild>
        <Link to="/auth?redirect=/social">
          <LogIn aria-hidden className="size-4" />
          Login to Post
        </Link>
      </Button>
    </Card>
  )
}
