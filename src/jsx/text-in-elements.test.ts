import { type ElementType, Fragment } from 'react'
import { jsx } from 'react/jsx-runtime'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { jsxDEV } from './jsx-dev-runtime.ts'
import { jsxs } from './jsx-runtime.ts'
import { withTextInElements } from './text-in-elements.ts'

const link = jsx('a', { children: 'show' })
const span = (text: string, place: number) => jsx('span', { children: text }, `text ${place}`)
const childrenOf = (type: unknown, children: unknown) =>
  withTextInElements(type, { children }).children

afterEach(() => vi.restoreAllMocks())

describe('a text in JSX', () => {
  it.each([
    ['jsx-runtime', jsxs],
    ['jsx-dev-runtime', (type: ElementType, props: object) => jsxDEV(type, props, undefined, true)],
  ])('is rendered by React without warnings, created by %s', (_name, make) => {
    const complaint = vi.spyOn(console, 'error')
    const drawn = (...children: unknown[]) => renderToStaticMarkup(make('p', { children }))
    expect(drawn('page ', 1, ' of ', 3)).toBe('<p>page 1 of 3</p>')
    expect(drawn('page ', 1, false, link)).toBe('<p><span>page 1</span><a>show</a></p>')
    expect(drawn(link, ' ', ['of ', jsx('b', { children: 3 }, 'b')])).toBe(
      '<p><a>show</a> <span>of </span><b>3</b></p>',
    )
    expect(complaint).not.toHaveBeenCalled()
  })

  it('stays unchanged if it is the only child', () => {
    const props = { children: 'page 1 of 3' }
    expect(withTextInElements('p', props)).toBe(props)
  })

  it('is merged with its neighbours', () => {
    expect(childrenOf('p', [3, ' of ', 5])).toBe('3 of 5')
    expect(childrenOf('option', ['page ', 0])).toBe('page 0')
  })

  it('remains the only child if its siblings are not rendered', () => {
    expect(childrenOf('p', ['page 1 of 3', false])).toBe('page 1 of 3')
    expect(childrenOf('p', [null, undefined, true, ''])).toBe('')
  })

  it('gets an element next to other elements', () => {
    expect(childrenOf('p', ['page ', 1, link])).toEqual([span('page 1', 0), null, link])
    expect(childrenOf('p', [link, false, 'new'])).toEqual([link, false, span('new', 2)])
  })

  it('leaves elements at their places, so that they keep their state', () => {
    const shown = childrenOf('p', ['a', false, 'b', link])
    expect(shown).toEqual([span('a' + 'b', 0), false, null, link])
  })

  it('gets an element in a fragment, which has none', () => {
    expect(childrenOf(Fragment, 'Unknown')).toEqual(span('Unknown', 0))
    expect(childrenOf(Fragment, ['Un', 'known'])).toEqual([span('Unknown', 0), null])
  })

  it('gets an element in a list of parts', () => {
    const mark = jsx('mark', { children: 'acme' }, 'mark')
    expect(childrenOf('p', ['In ', ['the ', mark]])).toEqual([
      span('In ', 0),
      [span('the ', 0), mark],
    ])
  })

  it('stays white space between elements', () => {
    expect(childrenOf('p', [link, ' ', link])).toEqual([link, ' ', link])
  })

  it('is merged in components too', () => {
    const Button = () => null
    expect(childrenOf(Button, ['Block ', 26, ' numbers'])).toBe('Block 26 numbers')
  })

  it('ignores children that are functions or elements', () => {
    for (const children of [() => null, link, [link, link], undefined]) {
      const props = { children }
      expect(withTextInElements('p', props)).toBe(props)
    }
  })
})
