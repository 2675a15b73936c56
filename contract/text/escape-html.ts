const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** `text` as it is written in HTML, within an element or the quotes of an attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, character => ESCAPES[character] ?? '')
}
