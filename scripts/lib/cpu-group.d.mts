interface CpuGroup {
  readonly usageFile: string
  /** Takes everything out of it again. */
  leave(): Promise<void>
}

/** @throws where this user may not make one */
export const cpuGroup: (name: string, pids: readonly number[], processors: number | undefined) => CpuGroup
