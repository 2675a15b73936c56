/** The part of a browser that the main tasks need. */
export type Engine = {
  /** Opens a URL. Resolves when the page is loaded, before the dashboard has drawn it. */
  goto(url: string): Promise<void>
  /** The value of a JavaScript expression in the page, or of the promise that it makes, as JSON has it. */
  evaluate(expression: string): Promise<unknown>
  /** Clicks with the mouse in the middle of the element that this CSS selector finds. */
  click(selector: string): Promise<void>
  /** Types on the keyboard, into whatever has the focus. */
  type(text: string): Promise<void>
  /** Presses one key, such as "Escape". */
  press(key: 'Escape' | 'Enter'): Promise<void>
  /** Makes the page this wide in CSS pixels, or as narrow as the browser allows. */
  setWidth(width: number): Promise<void>
  close(): Promise<void>
}
