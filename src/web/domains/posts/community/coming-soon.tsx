import { CardText, CardTitle } from '../../../ui/card.tsx'

interface ComingSoonProps {
  readonly plans: readonly { readonly title: string; readonly text: string }[]
}

/** What is not there yet. */
export function ComingSoon({ plans }: ComingSoonProps) {
  return (
    <div className="grid gap-4 rounded-lg border border-line-strong border-dashed p-5 sm:p-6">
      <CardTitle>Coming Soon</CardTitle>
      <ul className="grid gap-3">
        {plans.map(({ title, text }) => (
          <li key={title}>
            <p className="font-bold">{title}</p>
            <CardText>{text}</CardText>
          </li>
        ))}
      </ul>
    </div>
  )
}
