// The places of a documentation page that scripts fill in: between `<!-- NAME -->` and `<!-- /NAME -->`.

/** `page` with `text` in the place `name`, as paragraphs of its own. Throws when the page has no such place. */
export function withRegion(page: string, name: string, text: string): string {
  const place = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*(<!-- /${name} -->)`)
  if (!place.test(page)) throw new Error(`the page has no place <!-- ${name} -->`)
  return page.replace(place, (_, begin, end) => `${begin}\n${text.trim()}\n\n${end}`)
}
