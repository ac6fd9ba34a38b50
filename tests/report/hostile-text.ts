// What names, units, reasons and messages from an untrusted pull request may look like.

/** Strings that try to become something else: markup, mentions, references, escapes, invisible text. */
export const HOSTILE = [
  '@everyone please look',
  'a|b\\|c | d',
  '`@team` ``@team`` ```',
  '</td></table><script>alert(1)</script>',
  '<!-- --> </script><!--<script>',
  '[click](javascript:alert(1)) ![x](https://evil.example/x.png)',
  'fixes #123, GH-7, org/repo#9, deadbeefcafe, someone@evil.example',
  'https://evil.example/?a=b www.evil.example :tada:',
  'line one\n\n# heading\n\n- item\n\n```\nfence',
  '\u202egnp.exe\u202c \u2066isolated\u2069',
  'in\u200bvis\u200dible\ufeff\u00ad\u{e0041}tag',
  '\u001b[2J\u001b]8;;https://evil.example\u0007\u0000bell\u0008',
  'Z\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308algo',
  '測試/日本語のベンチマーク/한국어 🏎️',
  '&lt;b&gt; &amp; &#64;team',
  '$x$ $$y$$ ~~gone~~ **bold** _it_ [^1] [!NOTE]',
  '',
  ' ',
  '\ud800 lone surrogate',
  `${'very long '.repeat(60)}end`,
]
