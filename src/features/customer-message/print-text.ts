import classes from './print-text.module.css'

/** Prints a text alone, without the page around it. */
export function printText(text: string): void {
  const sheet = document.createElement('pre')
  sheet.className = classes.sheet ?? ''
  sheet.textContent = text
  document.body.append(sheet)
  window.addEventListener('afterprint', () => sheet.remove(), { once: true })
  window.print()
}
