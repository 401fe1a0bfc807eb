export declare const findPhp: () => string | undefined
export declare const php: () => string | undefined
