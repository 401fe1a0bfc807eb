const longestWaitMs = 1_000

/** Resolves at the first paint, at once in a background tab, and after a second where no paint is reported. */
export const firstPaint = () =>
  new Promise<void>((resolve) => {
    if (document.hidden) return resolve()
    new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true })
    setTimeout(resolve, longestWaitMs)
  })
