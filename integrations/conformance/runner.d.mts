export declare function runCases<Kit>(
  cases: Readonly<Record<string, (kit: Kit) => Promise<void>>>,
  kit: Kit,
  options?: { only?: string; print?: (line: string) => void; atOnce?: number },
): Promise<number>
