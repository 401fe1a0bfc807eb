import { Link } from 'react-router'
import { Button } from '../../../../ui/button.tsx'

/** What a visitor sees instead of the reports. */
export function LoginFirst() {
  return (
    <section className="mx-auto grid max-w-2xl justify-items-center gap-5 px-4 py-24 text-center">
      <h1 className="font-display text-5xl leading-tight">Bug reports</h1>
      <p className="text-ink-soft">Please log in to access this page.</p>
      <Button asChild>
        <Link to="/auth?redirect=/staff-reports">LOGIN</Link>
      </Button>
    </section>
  )
}
