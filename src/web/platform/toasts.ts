import { type ReactNode, useSyncExternalStore } from 'react'
import type { Text } from '../../contract/languages.ts'
import { errorMessage } from './api-error.ts'

type ToastVariant = 'default' | 'destructive'

export interface ToastContent {
  readonly title: Text
  readonly description?: ReactNode | Text
  readonly variant?: ToastVariant
  /** `free`: where it covers nothing that can be pressed, for what nobody asked for; without such a place it is only heard. */
  readonly place?: 'free'
  /** Milliseconds on screen; 5000 when absent. */
  readonly duration?: number
  /** An action, which can be pressed once. */
  readonly action?: {
    readonly label: Text
    readonly run: () => void
    /** How else it is done, for screen readers. */
    readonly hint?: Text
  }
  /** Stands beside the action. */
  readonly extra?: ReactNode
}

export interface ShownToast extends ToastContent {
  readonly id: number
  readonly open: boolean
}

export const toastDurationMs = 5_000
/** A dismissed toast stays in the document this long, for its closing animation. */
const toastRemovalMs = 3_000

interface ToastState {
  readonly shown: ShownToast | null
  /** How often the region has become empty. */
  readonly emptied: number
}

const nothing: ToastState = { shown: null, emptied: 0 }
let state = nothing
let lastId = 0
let removal: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function show(next: ShownToast | null) {
  state = { shown: next, emptied: next === null ? state.emptied + 1 : state.emptied }
  for (const listener of listeners) listener()
}

/** Shows a toast from anywhere in the browser. A new one replaces the old one. */
export function toast(content: ToastContent) {
  // Module state on the server would be shared by all visitors.
  if (typeof window === 'undefined') return
  clearTimeout(removal)
  lastId += 1
  show({ ...content, id: lastId, open: true })
}

/** Says that something failed, and why: the server's sentence, else `fallback`. */
export const toastFailure = (title: Text, error: unknown, fallback: Text) =>
  toast({ variant: 'destructive', title, description: errorMessage(error, fallback) })

export function dismissToast(id: number) {
  const { shown } = state
  if (shown === null || shown.id !== id || !shown.open) return
  show({ ...shown, open: false })
  removal = setTimeout(() => show(null), toastRemovalMs)
}

/** Runs the action of the shown toast; false when it has none. */
export function runToastAction(): boolean {
  const { shown } = state
  if (shown?.action === undefined || !shown.open) return false
  dismissToast(shown.id)
  shown.action.run()
  return true
}

/** Removes the shown toast at once. */
export function clearToasts() {
  clearTimeout(removal)
  show(null)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useToasts = () =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => nothing,
  )
