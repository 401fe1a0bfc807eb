import { useSite } from '../../platform/site.tsx'
import { toast } from '../../platform/toasts.ts'
import { Button } from '../../ui/button.tsx'

const reasons = [
  'Competitive gameplay, ranked to the last point',
  'An active community around the clock',
  'Regular tournaments with real rivals',
  'A lag-free experience on every hit',
]

export function WhyJoin() {
  const { name } = useSite()
  const tell = () => toast({ title: `Why Join ${name}?`, description: <Reasons /> })
  return (
    <Button look="quiet" size="lg" onClick={tell}>
      WHY JOIN US?
    </Button>
  )
}

const Reasons = () => (
  <ul className="grid list-[square] gap-1 pl-5 marker:text-ember">
    {reasons.map((reason) => (
      <li key={reason}>{reason}</li>
    ))}
  </ul>
)
