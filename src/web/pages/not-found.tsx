import { Trans } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import { Link } from 'react-router'
import { searchLimits } from '../../contract/rankings/leaderboard.ts'
import { searchParam } from '../domains/players/search/search-address.ts'
import { Button } from '../ui/button.tsx'
import { controlClass } from '../ui/form/field.ts'

/** Says so to players, and helps with what they most likely looked for. */
export function NotFound() {
  return (
    <section className="mx-auto grid max-w-xl justify-items-center gap-4 px-4 py-20 text-center">
      <h1 className="font-display text-5xl leading-tight sm:text-6xl">
        <Trans>404 Page Not Found</Trans>
      </h1>
      <p className="text-ink-soft">
        <Trans>Did you forget to add the page to the router?</Trans>
      </p>
      <p className="max-w-prose leading-relaxed">
        <Trans>The link may be old, or have a typo. Are you looking for a player?</Trans>
      </p>
      {/* The search itself is on another page, so this is a plain form: it works without scripts, too. */}
      {/* biome-ignore lint/a11y/useSemanticElements: browsers of early 2023 do not know <search> yet */}
      <form
        role="search"
        action="/community"
        method="get"
        className="mt-2 grid w-full grid-cols-[minmax(0,1fr)_auto] items-start gap-3 text-start"
      >
        {/* Not a TextField: this is in what every page loads, and forms are not. */}
        <label className="grid gap-1.5 font-semibold text-sm">
          <Trans>Player name</Trans>
          <input
            type="search"
            name={searchParam}
            required
            minLength={2}
            maxLength={searchLimits.max}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className={`${controlClass} h-11 font-normal`}
          />
        </label>
        {/* As far down as the label beside it is high. */}
        <Button type="submit" look="quiet" className="mt-6.5">
          <Search aria-hidden className="size-4" />
          <Trans>Search</Trans>
        </Button>
      </form>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Button asChild>
          <Link to="/">
            <Trans>Back to home</Trans>
          </Link>
        </Button>
        <Button asChild look="quiet">
          <Link to="/leaderboards">
            <Trans>Leaderboards</Trans>
          </Link>
        </Button>
      </div>
    </section>
  )
}
