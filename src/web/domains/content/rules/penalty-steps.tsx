/** A staircase: each step is a little worse than the one before. */
export function PenaltySteps({ steps }: { steps: readonly string[] }) {
  return (
    <ol aria-label="From mild to severe" className="flex items-end gap-1">
      {steps.map((step, at) => (
        <li key={step} className="grid min-w-0 flex-1 gap-2">
          <span className="text-balance font-semibold text-ink text-xs leading-tight">{step}</span>
          <span
            aria-hidden
            className="block bg-bad"
            style={{ height: `${(at + 1) * 14}px`, opacity: (at + 1) / steps.length }}
          />
        </li>
      ))}
    </ol>
  )
}
