// Builds elements whose text is always text: what users name things never becomes markup.

type Content = Node | string | null

/** An element with a class and content; `null` is left out. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
  ...content: Content[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  if (className !== '') made.className = className
  made.append(...content.filter(each => each !== null))
  return made
}

/** A link, or its content alone without an address. */
export function linked(href: string | null, content: Node | string): Node | string {
  if (href === null) return content
  const link = element('a', '', content)
  link.href = href
  link.rel = 'noreferrer'
  return link
}

/** The element with this id; the page was made with it. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T
}
