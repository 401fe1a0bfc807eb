import { type ReactNode, useRef } from 'react'
import { errorMessage } from '../../platform/api-error.ts'
import { ErrorView } from './error-view.tsx'

interface LoadedProps<Data> {
  readonly query: {
    readonly data: Data | undefined
    readonly error: Error | null
    refetch(): unknown
  }
  readonly loading: ReactNode
  /** The title over the reason when it could not be loaded. */
  readonly failed: string
  readonly children: (data: Data) => ReactNode
}

/** A part of a page in each of its states: loading, failed (with Retry), and there. What is there stays, whatever fails. */
export function Loaded<Data>({ query, loading, failed, children }: LoadedProps<Data>) {
  const { data, error, refetch } = query
  const place = useRef<HTMLDivElement>(null)

  function retry() {
    // A retry removes the alert, and with it the button that has the focus.
    place.current?.focus()
    void refetch()
  }

  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {data !== undefined ? (
        children(data)
      ) : error !== null ? (
        <ErrorView title={failed} message={errorMessage(error, error.message)} onRetry={retry} />
      ) : (
        loading
      )}
    </div>
  )
}
