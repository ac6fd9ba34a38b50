// Text from users and files inside HTML text and attribute values.
import { visibleText } from '../words/visible-text.ts'

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** The text for an HTML text node or a quoted attribute value. */
export function escapeHtml(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, character => ENTITIES[character] ?? '')
}

/** Untrusted or own prose for an HTML text node; a percent sign stays on the line of its number. */
export const proseHtml = (text: string): string => escapeHtml(text).replaceAll(' %', '\u00a0%')

/** A longer word would push the other columns of its table out of sight, those of all rows. */
const LONGEST_WORD = /.{1,40}/gsu

/** A name for an HTML text node that may be broken after a separator and nowhere inside a word of usual length. */
export function nameHtml(name: string): string {
  return name
    .split(/(?<=[/:.,_=|-])(?=[^/:.,_=|-])/)
    .flatMap(part => part.match(LONGEST_WORD) ?? [])
    .map(escapeHtml)
    .join('<wbr>')
}

/** Items of markup as a list. */
export const listHtml = (items: string[]): string =>
  `<ul>${items.map(item => `<li>${item}</li>`).join('')}</ul>`

/** The head of a table whose columns have these titles. */
export const headHtml = (titles: string[]): string =>
  `<thead><tr>${titles.map(title => `<th scope="col">${title}</th>`).join('')}</tr></thead>`

/** A fact with its name, for a `<dl>`; `markup` is that of the fact. */
export const factHtml = (name: string, markup: string): string =>
  `<div><dt>${escapeHtml(name)}</dt><dd>${markup}</dd></div>`

/** Data for a `<script type="application/json">`: no `<` can end the element or open a comment in it. */
export function embeddedJson(data: unknown): string {
  return JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, character => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
