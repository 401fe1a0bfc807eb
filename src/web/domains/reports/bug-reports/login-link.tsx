import { Link, useLocation } from 'react-router'

/** The way to the login and back to this page. */
export function LoginLink() {
  const { pathname } = useLocation()
  return (
    <Link
      to={`/auth?redirect=${encodeURIComponent(pathname)}`}
      className="font-semibold text-ember-bright underline underline-offset-2 hover:text-ink"
    >
      Log in or register
    </Link>
  )
}
