export declare function killRuns(options: {
  command: string
  runs: number
  seed?: number
  atMoments?: boolean
  atOnce?: number
  print?: (line: string) => void
}): Promise<number>
