/** Shown names that would be markup, headers, paths or formatting wherever they were taken for more than text. */
export const oddNames = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'-alert(1)-'",
  '&lt;svg onload=alert(1)&gt;',
  '</title><base href=//evil.example>',
  'javascript:alert(1)',
  '[a](javascript:alert(1))',
  '{{7*7}}#{7*7}<%= 7*7 %>',
  '=HYPERLINK("https://evil.example")',
  '§k§cAdmin',
  '@everyone https://evil.example',
  'Eve\r\nBcc: all@isles.example\r\n\r\n.\r\nQUIT',
  'Eve\u0085\u2028\u2029Bcc: all@isles.example',
  '=?utf-8?B?PGI+?=',
] as const
