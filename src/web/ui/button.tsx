import { Slot } from 'radix-ui'
import { type ComponentProps, createContext, type MouseEvent, use } from 'react'
import { playSound, type SoundName } from '../platform/sound.ts'
import { classes } from './classes.ts'

export const buttonVariants = ['default', 'blue', 'purple', 'green', 'gold', 'red'] as const
export type ButtonVariant = (typeof buttonVariants)[number]
export type ButtonSize = 'sm' | 'md' | 'lg' | 'icon'

/** `solid` is a slab in its colour; `quiet` is for actions beside the main one. */
type ButtonLook = 'solid' | 'quiet'

export interface ButtonStyle {
  readonly variant?: ButtonVariant
  readonly size?: ButtonSize
  readonly look?: ButtonLook
  readonly sound?: SoundName
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonStyle {
  /** Gives the look and the sound to the only child (a link), instead of rendering a button. */
  readonly asChild?: boolean
}

// Written out in full: Tailwind finds class names by reading them.
const faces: Record<ButtonVariant, string> = {
  default:
    '[--slab-face:var(--color-slab-default)] [--slab-edge:var(--color-slab-default-edge)] [--slab-ink:var(--color-slab-default-ink)]',
  blue: '[--slab-face:var(--color-slab-blue)] [--slab-edge:var(--color-slab-blue-edge)] [--slab-ink:var(--color-slab-blue-ink)]',
  purple:
    '[--slab-face:var(--color-slab-purple)] [--slab-edge:var(--color-slab-purple-edge)] [--slab-ink:var(--color-slab-purple-ink)]',
  green:
    '[--slab-face:var(--color-slab-green)] [--slab-edge:var(--color-slab-green-edge)] [--slab-ink:var(--color-slab-green-ink)]',
  gold: '[--slab-face:var(--color-slab-gold)] [--slab-edge:var(--color-slab-gold-edge)] [--slab-ink:var(--color-slab-gold-ink)]',
  red: '[--slab-face:var(--color-slab-red)] [--slab-edge:var(--color-slab-red-edge)] [--slab-ink:var(--color-slab-red-ink)]',
}

const quiets: Record<ButtonVariant, string> = {
  default: 'border-line-strong text-ink hover:border-ember hover:text-ember-bright',
  blue: 'border-line-strong text-rank-moderator hover:border-current',
  purple: 'border-line-strong text-rank-manager hover:border-current',
  green: 'border-line-strong text-good hover:border-current',
  gold: 'border-line-strong text-rank-gold hover:border-current',
  red: 'border-line-strong text-bad hover:border-current',
}

const quiet =
  'rounded-md border bg-ground-card hover:bg-ground-raised active:bg-ground disabled:border-line disabled:text-ink-faint aria-disabled:border-line aria-disabled:text-ink-faint'

const slabSizes: Record<ButtonSize, string> = {
  sm: 'h-9 px-3 pb-1 text-sm',
  md: 'h-11 px-5 pb-1 text-sm',
  lg: 'h-14 px-8 pb-1 text-base',
  icon: 'size-11 pb-1',
}

const quietSizes: Record<ButtonSize, string> = {
  sm: 'h-9 px-3 text-sm',
  md: 'h-11 px-5 text-sm',
  lg: 'h-14 px-8 text-base',
  icon: 'size-11',
}

/** Whether buttons below take no press for a moment: what is under the pointer has just changed by itself. */
export const Paused = createContext(false)

export function Button({
  variant = 'default',
  size = 'md',
  look = 'solid',
  sound = 'click',
  asChild = false,
  className,
  onClick,
  ...props
}: ButtonProps) {
  const all = classes(
    'button',
    look === 'solid'
      ? classes('slab', faces[variant], slabSizes[size])
      : classes(quiet, quiets[variant], quietSizes[size]),
    className,
  )
  // A link decides nothing.
  const isPaused = use(Paused) && !asChild
  const heard = (event: MouseEvent<HTMLButtonElement>) => {
    if (isPaused) return event.preventDefault()
    playSound(sound)
    onClick?.(event)
  }
  const shared = {
    ...props,
    ...(isPaused && { 'aria-disabled': true }),
    className: all,
    onClick: heard,
    'data-variant': variant,
    'data-look': look,
  }
  return asChild ? <Slot.Root {...shared} /> : <button type="button" {...shared} />
}
