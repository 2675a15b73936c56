import { config } from 'zod/mini'

type TrustedTypes = {
  createPolicy: (name: string, rules: { createHTML: (text: string) => string }) => unknown
}

declare global {
  interface Window {
    /** Not in every browser yet. */
    trustedTypes?: TrustedTypes
  }
}

// zod tries to compile schemas, which the Content-Security-Policy refuses. It tries when the first
// schema is created, so this module comes before every module that creates one.
config({ jitless: true })
refuseMarkup()
restoreTranslatedTexts()

/**
 * The gateway's Content-Security-Policy never lets text become markup or script. Mantine writes its
 * style sheets in a way that looks like markup to the browser, so text without tags is allowed.
 */
function refuseMarkup() {
  window.trustedTypes?.createPolicy('default', {
    createHTML: text => {
      if (text.includes('<')) throw new TypeError('Redial never turns text into markup')
      return text
    },
  })
}

/**
 * A browser's page translation replaces texts by `<font>` elements. Before React changes or removes a text, this puts
 * the text back into its place. Otherwise React would change a text that nobody sees, or fail to remove it
 * (docs/decisions/0034).
 */
function restoreTranslatedTexts(): void {
  const translations = new WeakMap<Node, ChildNode>()
  new MutationObserver(records => {
    for (const { removedNodes, addedNodes, previousSibling } of records) {
      const [text] = removedNodes
      const translation = addedNodes[0] ?? previousSibling
      if (text instanceof Text && translation instanceof HTMLElement) {
        if (translation.localName === 'font') translations.set(text, translation)
      }
    }
  }).observe(document, { childList: true, subtree: true })
  const restore = (text: Node) => {
    const translation = translations.get(text)
    translations.delete(text)
    if (text.parentNode === null) translation?.replaceWith(text)
  }

  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    restore(child)
    removeChild.call(this, child)
    return child
  }
  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    child: Child,
    next: Node | null,
  ): Child {
    if (next !== null) restore(next)
    insertBefore.call(this, child, next)
    return child
  }
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      restore(this)
      nodeValue?.set?.call(this, value)
    },
  })
}
