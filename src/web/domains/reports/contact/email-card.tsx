import { Trans, useLingui } from '@lingui/react/macro'
import { Handshake, LifeBuoy, type LucideIcon } from 'lucide-react'
import { useSite } from '../../../platform/site.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'

/** The addresses of the team, or nothing where it has none. */
export function EmailCard() {
  const { t } = useLingui()
  const { support: addresses } = useSite()
  if (addresses.support === undefined && addresses.partnerships === undefined) return null
  return (
    <Card className="grid gap-4">
      <CardTitle>
        <Trans>Email Support</Trans>
      </CardTitle>
      <ul className="grid gap-4">
        {addresses.support !== undefined && (
          <Address icon={LifeBuoy} title={t`Support`} address={addresses.support} />
        )}
        {addresses.partnerships !== undefined && (
          <Address icon={Handshake} title={t`Partnerships`} address={addresses.partnerships} />
        )}
      </ul>
    </Card>
  )
}

interface AddressProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly address: string
}

function Address({ icon: Icon, title, address }: AddressProps) {
  return (
    <li className="flex items-start gap-3">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-ember" />
      <div className="min-w-0">
        <p className="font-semibold text-sm">{title}</p>
        <a
          href={`mailto:${address}`}
          className="inline-block break-all py-1 text-ink text-sm underline underline-offset-4"
        >
          {address}
        </a>
      </div>
    </li>
  )
}
