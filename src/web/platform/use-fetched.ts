import { type ComponentType, useEffect, useState } from 'react'

interface Want {
  readonly wanted?: boolean
  /** After a failure, another value fetches it again. */
  readonly reason?: unknown
}

/**
 * A component whose code is loaded when it is needed; null until then, and without a network.
 * `fetchIt` is the same function at each call.
 */
export function useFetched<Props>(
  fetchIt: () => Promise<ComponentType<Props>>,
  { wanted = true, reason }: Want = {},
): ComponentType<Props> | null {
  const [component, setComponent] = useState<ComponentType<Props> | null>(null)
  const isMissing = wanted && component === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: another reason asks again.
  useEffect(() => {
    if (!isMissing) return
    let current = true
    fetchIt().then(
      (fetched) => current && setComponent(() => fetched),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [fetchIt, isMissing, reason])
  return component
}
