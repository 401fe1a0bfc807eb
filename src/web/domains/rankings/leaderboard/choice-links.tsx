import { Link } from 'react-router'
import { type BoardChoice, boardAddress } from './board-choice.ts'

export interface ChoiceLinksProps<Value extends string> {
  readonly label: string
  readonly name: 'gameType' | 'period'
  readonly labels: Readonly<Record<Value, string>>
  readonly choice: BoardChoice
}

/** One of a few, all in sight. Each is a board of its own, so each is a link to its first page. */
export function ChoiceLinks<Value extends string>({ label, name, labels, choice }: ChoiceLinksProps<Value>) {
  return (
    <nav aria-label={label} className="max-sm:w-full">
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(4.75rem,1fr))] gap-1 rounded-md border border-line bg-ground-band p-1 sm:flex sm:flex-wrap">
        {(Object.entries(labels) as [Value, string][]).map(([value, text]) => (
          <li key={value} className="flex sm:flex-1">
            <Link
              to={boardAddress({ ...choice, [name]: value, page: 1 })}
              preventScrollReset
              aria-current={value === choice[name] ? 'page' : undefined}
              className="flex min-h-9 flex-1 items-center justify-center whitespace-nowrap rounded-sm px-1 font-semibold text-ink-soft text-sm outline-offset-0 transition-colors sm:px-3.5 hover:text-ink aria-[current=page]:bg-ground-raised aria-[current=page]:text-ink aria-[current=page]:shadow-[inset_0_-2px_0_var(--color-ember)]"
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
