import { useSite } from '../../../platform/site.tsx'
import { toast } from '../../../platform/toasts.ts'
import { useWords } from '../../../platform/words.ts'
import { Button } from '../../../ui/button.tsx'

export function WhyJoin() {
  const { name } = useSite()
  const reasons = useWords('home')?.whyJoin ?? []
  const tell = () => toast({ title: `Why Join ${name}?`, description: <Reasons reasons={reasons} /> })
  return (
    <Button look="quiet" size="lg" onClick={tell}>
      WHY JOIN US?
    </Button>
  )
}

const Reasons = ({ reasons }: { reasons: readonly string[] }) => (
  <ul className="grid list-[square] gap-1 pl-5 marker:text-ember">
    {reasons.map((reason) => (
      <li key={reason}>{reason}</li>
    ))}
  </ul>
)
