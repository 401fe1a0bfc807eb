import { Trans, useLingui } from '@lingui/react/macro'
import { LogIn } from 'lucide-react'
import { Link } from 'react-router'
import { applicationPositions } from '../../../../contract/applications/application-options.ts'
import { positionLabels } from '../../../../contract/labels.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { PositionGlyph } from '../position-glyph.tsx'
import { positionWork } from '../words.ts'

/** In the form's place, for visitors: what there is to apply for, and the way in. */
export function LoginToApply() {
  const { t } = useLingui()
  return (
    <div className="grid gap-4">
      <ul className="grid gap-4 md:grid-cols-3">
        {applicationPositions.map((position) => (
          <li
            key={position}
            className="flex gap-4 rounded-lg border border-line bg-ground-band p-5 md:flex-col"
          >
            <PositionGlyph position={position} className="size-12 md:size-24" />
            <div className="min-w-0">
              <h2 className="font-display text-3xl leading-none">{t(positionLabels[position])}</h2>
              <p className="mt-2 text-ink-soft text-sm leading-relaxed">{t(positionWork[position])}</p>
            </div>
          </li>
        ))}
      </ul>
      <Card tone="ember" className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0">
          <p className="font-semibold">
            <Trans>Please log in to apply</Trans>
          </p>
          <p className="mt-1 text-ink-soft text-sm">
            <Trans>You need an account to apply. You can have one open application for each position.</Trans>
          </p>
        </div>
        <Button asChild>
          <Link to="/auth?redirect=/apply">
            <LogIn aria-hidden className="size-4" />
            <Trans>Log in to apply</Trans>
          </Link>
        </Button>
      </Card>
    </div>
  )
}
