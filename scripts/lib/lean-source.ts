/**
 * How the server's bundles are written, for `rolldownOptions.output`. V8 keeps a module's text for as long as it runs, in
 * two bytes a letter when a single one is not Latin: so without documentation, and with such letters as escapes. Names
 * and lines stay, for anyone who reads a stack.
 */
export const leanSource = {
  comments: { legal: true, annotation: false, jsdoc: false },
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
} as const
