// One self-contained HTML page: nothing is loaded, and only the page's own style and script may run.
import { createHash } from 'node:crypto'
import { embeddedJson, escapeHtml } from './escape.ts'

/** `style`, `script` and `body` are trusted text; `title` and `data` are not. */
type Page = { title: string; style: string; script: string; body: string; data: unknown }

function sourceHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`
}

/** The page as a document whose policy allows this style and this script alone; that finds `data` in the element `data`. */
export function htmlPage({ title, style, script, body, data }: Page): string {
  const policy = [
    "default-src 'none'",
    `style-src ${sourceHash(style)}`,
    `script-src ${sourceHash(script)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
<script type="application/json" id="data">${embeddedJson(data)}</script>
<script>${script}</script>
</body>
</html>
`
}
