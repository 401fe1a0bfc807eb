/**
 * How glibc keeps freed memory, by its own names. Left to itself it gives every thread a heap of its own (those that
 * compress, hash and decode as well) and, after the first large block, keeps all but the largest in them for good.
 */
export const mallocSettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/**
 * The environment with which this process should begin again: malloc reads its settings before any of ours runs.
 * Undefined where nothing is to be done: no glibc, a Node that cannot replace itself (before 22.15), an operator who set
 * something of it.
 * @param {{ platform: string, canReplace: boolean, env: Record<string, string | undefined> }} process
 * @returns {Record<string, string | undefined> | undefined}
 */
export const withMallocSettings = ({ platform, canReplace, env }) => {
  const isSet = Object.keys(mallocSettings).some((name) => env[name] !== undefined)
  return platform === 'linux' && canReplace && !isSet ? { ...env, ...mallocSettings } : undefined
}

/** Begins the process again in its place, with the same id and open files, where its malloc is not yet set. */
export const boundMalloc = () => {
  const { execPath, execArgv, argv, platform, env, execve } = process
  const wanted = withMallocSettings({ platform, canReplace: execve !== undefined, env })
  if (wanted !== undefined) execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)], wanted)
}
