export declare const gameCases: Readonly<Record<string, unknown>>
export declare const waiting: { maxMs: number }
