import type { ReactNode } from 'react'

const blockPx = 10
/** The corner's stairs in blocks, from the jamb up and in: a round arch, as far as blocks can be round. */
const stairs = [
  [0, 5],
  [1, 5],
  [1, 3],
  [2, 3],
  [2, 2],
  [3, 2],
  [3, 1],
  [5, 1],
  [5, 0],
] as const

const left = stairs.map(([x, y]) => `${x * blockPx}px ${y * blockPx}px`)
const right = stairs.map(([x, y]) => `calc(100% - ${x * blockPx}px) ${y * blockPx}px`).reverse()
const clipPath = `polygon(${['0 100%', ...left, ...right, '100% 100%'].join(', ')})`

/** Sparks of the fire behind: left and bottom in percent of the gate, strength in percent. */
const sparks = [
  [-9, 64, 25],
  [-5, 28, 70],
  [-3, 47, 45],
  [4, 99, 30],
  [97, 96, 25],
  [103, 55, 40],
  [105, 18, 80],
  [109, 37, 50],
] as const

/** A gate of blocks with a fire behind it; it contains the children. Its light never lies under text. */
export function SignInPanel({ children }: { children: ReactNode }) {
  return (
    <div className="relative isolate">
      <div
        aria-hidden
        className="-z-10 -inset-x-28 -top-16 -bottom-24 absolute bg-[radial-gradient(closest-side_at_50%_62%,color-mix(in_srgb,var(--color-ember)_34%,transparent),transparent)]"
      />
      {sparks.map(([x, y, strength]) => (
        <span
          key={x}
          aria-hidden
          style={{ left: `${x}%`, bottom: `${y}%`, opacity: strength / 100 }}
          className="-z-10 absolute size-1 bg-ember-bright"
        />
      ))}
      <div style={{ clipPath }} className="bg-line px-2 pt-2">
        <div style={{ clipPath }} className="bg-ground px-1 pt-1">
          <div style={{ clipPath }} className="border-ember border-b-4 bg-ground-card">
            {children}
          </div>
        </div>
      </div>
    </div>
  )
}
