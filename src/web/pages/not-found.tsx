import { Link } from 'react-router'
import { Button } from '../ui/button.tsx'

export function NotFound() {
  return (
    <section className="mx-auto grid max-w-2xl justify-items-center gap-4 px-4 py-24 text-center">
      <h1 className="font-display text-5xl leading-tight sm:text-6xl">404 Page Not Found</h1>
      <p className="text-ink-soft">Did you forget to add the page to the router?</p>
      <Button asChild>
        <Link to="/">Back to Home</Link>
      </Button>
    </section>
  )
}
