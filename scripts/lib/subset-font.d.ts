/** The part of it that is used; the types that are published know no features. */
declare module 'subset-font' {
  export interface SubsetOptions {
    readonly targetFormat: 'woff2'
    /** OpenType features; all others, with the glyphs that only they need, are left out. */
    readonly keepFeatures: readonly string[]
    readonly variationAxes?: Readonly<Record<string, { readonly min: number; readonly max: number }>>
  }
  export default function subsetFont(original: Buffer, text: string, options: SubsetOptions): Promise<Buffer>
}
