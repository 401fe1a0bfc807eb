import { CardText, CardTitle } from '../../ui/card.tsx'

const plans = [
  { name: 'Forums', about: 'Longer talks than a post holds, and ban appeals.' },
  { name: 'Events System', about: 'Put an event together yourself, and invite who you like.' },
]

/** What is not there yet. */
export function ComingSoon() {
  return (
    <div className="grid gap-4 rounded-lg border border-line-strong border-dashed p-5 sm:p-6">
      <CardTitle>Coming Soon</CardTitle>
      <ul className="grid gap-3">
        {plans.map(({ name, about }) => (
          <li key={name}>
            <p className="font-bold">{name}</p>
            <CardText>{about}</CardText>
          </li>
        ))}
      </ul>
    </div>
  )
}
