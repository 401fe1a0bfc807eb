import { LogIn } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

/** In the composer's place, for visitors. */
export function LoginToPost() {
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
