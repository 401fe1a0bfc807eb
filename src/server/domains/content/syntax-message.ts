import type { YAMLError } from 'yaml'

/** Messages for common mistakes by parser code; the parser's own require knowledge of YAML's grammar. */
const sentences: Readonly<Record<string, string>> = {
  ALIAS_PROPS: 'uses an alias (*), which content files do not have: write the text out',
  BAD_ALIAS: 'begins with * or &, which mean something else in YAML: put the text in quotes',
  BAD_DQ_ESCAPE: 'has a backslash in double quotes: write it twice, or use single quotes',
  BAD_INDENT: 'is not indented like its neighbours: keys and dashes that belong together begin in one column',
  BAD_SCALAR_START:
    'begins with a character that means something else in YAML (as @ or `): put the text in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'has a second colon on its line: put the text in quotes',
  BLOCK_IN_FLOW: 'has indented lines inside brackets: close the bracket first',
  DUPLICATE_KEY: 'repeats a key of the same group: each key may stand once',
  MISSING_CHAR: 'lacks a character that closes it: a quote, a bracket, or the colon after a key',
  MULTILINE_IMPLICIT_KEY: 'lacks the colon after a key, or the text above it goes on without being indented',
  MULTIPLE_DOCS: 'has a line of three dashes, which begins another document: remove it',
  TAB_AS_INDENT: 'is indented with a tab: use spaces',
  TAG_RESOLVE_FAILED: 'begins with !, which means something else in YAML: put the text in quotes',
  UNEXPECTED_TOKEN:
    'has something that does not belong here: a bracket, a comma, or a text that needs quotes',
}

/** Explains a YAML syntax error and how to fix it. */
export const syntaxMessage = ({ code }: Pick<YAMLError, 'code'>) =>
  `This line ${sentences[code] ?? 'is not valid YAML: keys end with a colon, list entries begin with a dash, and special characters need quotes'}.`
