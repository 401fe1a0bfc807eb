export declare function commandCases(command: string): Record<string, () => Promise<void>>
