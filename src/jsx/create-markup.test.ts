import { type CSSProperties, createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createMarkup } from './create-markup.ts'

const hostile = `</td><script>alert('&')</script>"><img src=x onerror=alert(1)>`

test('markup is the same as React’s, with every text and attribute escaped', () => {
  const content = createElement(
    Fragment,
    null,
    createElement('a', { className: 'x', title: hostile, 'data-opens': true }, hostile),
    createElement('time', { dateTime: '2026-11-21', 'data-none': undefined }, 5, null, false),
    ['one', createElement('b', { key: 'b', translate: 'no' }, 'two')],
  )
  const markup = createMarkup(content)
  // Browsers read both as the same.
  const ofReact = renderToStaticMarkup(content).replaceAll('&#x27;', '&#39;')
  expect(markup).toBe(ofReact.replace('dateTime', 'datetime'))
  expect(markup.match(/<[a-z]+/g)).toEqual(['<a', '<time', '<b'])
})

test('custom properties become an attribute that the policy of the page allows', () => {
  const style = { '--share': '12%', '--at': '"' } as CSSProperties
  expect(createMarkup(createElement('i', { style }))).toBe(
    '<i data-style="--share:12%;--at:&quot;"></i>',
  )
})

const needingReact = {
  'A component': createElement(() => null, { key: 1 }),
  'The attribute onClick': createElement('a', { key: 2, onClick: () => {} }),
  'The attribute style': createElement('a', { key: 3, style: { color: 'red' } }),
}

test.each(Object.entries(needingReact))('%s does not become markup', (name, content) => {
  expect(() => createMarkup(content)).toThrow(`${name} needs React`)
})

test('an object does not become markup', () => {
  expect(() => createMarkup(new Date(0))).toThrow('Only elements and text')
})
