import { useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import { classes } from '../../../ui/classes.ts'
import ember from './media/ember.svg'
import frost from './media/frost.svg'
import marks from './media/scene.json'
import scene from './media/scene.svg'

interface Spot {
  readonly left: number
  readonly top: number
}

const at = ({ left, top }: Spot): CSSProperties => ({ left: `${left}%`, top: `${top}%` })

/** Beats that have nothing in common, so that no two things move as one. */
const beat = (index: number, seconds: number): CSSProperties => ({
  animationDuration: `${seconds + index * 0.7}s`,
  animationDelay: `${2 + ((index * 3) % 4) * 1.3}s`,
})

/** Stars as shadows of one element: a layer for all of them instead of one for each. */
const starlight = (stars: readonly Spot[]) =>
  stars
    .map(({ left, top }) => `calc(${left} * var(--part)) calc(${(top * 9) / 16} * var(--part)) 0 #fff`)
    .join(', ')

/** The duel arena at night, drawn by media/arena; it fills the box it is given. */
export function ArenaScene({ className }: { className?: string }) {
  const { t } = useLingui()
  return (
    <div className={classes('arena-view', className)}>
      <div className="arena-scene">
        <img
          src={scene}
          alt={t`Two fighters cross blades on a floating arena; a giant fox keeps watch in front of the moon.`}
          width={marks.width}
          height={marks.height}
          fetchPriority="high"
          className="inset-0 size-full max-w-none"
        />
        {[0, 1].map((odd) => (
          <span
            key={odd}
            className="arena-stars"
            style={{ ...beat(odd, 4), boxShadow: starlight(marks.stars.filter((_, i) => i % 2 === odd)) }}
          />
        ))}
        {marks.fires.map((fire, index) => (
          <span key={fire.left} className="arena-fire" style={{ ...at(fire), ...beat(index, 2.6) }} />
        ))}
        <Fighter src={frost} mark={marks.fighters.frost} className="arena-champion" />
        <Fighter src={ember} mark={marks.fighters.ember} className="arena-challenger" />
        <span className="arena-spark" style={at(marks.spark)} />
        {marks.fires.map((fire, index) => (
          <span
            key={fire.left}
            className="arena-embers"
            style={{ ...at(fire), ...beat(index, 6), ['--drift' as string]: 3 - index * 2 }}
          />
        ))}
      </div>
    </div>
  )
}

interface FighterProps {
  readonly src: string
  readonly mark: typeof marks.fighters.ember
  readonly className: string
}

function Fighter({ src, mark, className }: FighterProps) {
  const { width, height } = mark.pixels
  return (
    <img
      src={src}
      alt=""
      width={width}
      height={height}
      className={classes('arena-fighter h-auto max-w-none', className)}
      style={{ ...at(mark), width: `${mark.width}%` }}
    />
  )
}
