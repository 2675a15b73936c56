import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { codeOf } from '../../server/testing/documented-code.ts'
import { COMMAND_PROOFS, NOT_RUN } from './testing/command-proofs.ts'

/** Programs whose name with an argument is a command. A name alone is only a name. */
const COMMAND =
  /^(\w+=\S* )*(npm|node|\S*\/node|npx|docker|kubectl|openssl|curl|systemctl|pg_\w+|psql) /

const isCommand = (text: string) => COMMAND.test(text)

/** Blocks in these languages are run or read by the tests of their headings, like those without one. */
const RUN = new Set(['', 'sql', 'ini', 'js', 'json'])

const read = (file: string) => readFileSync(file, 'utf8')

describe.each(Object.entries(COMMAND_PROOFS))('%s', (document, { blocks, sentences }) => {
  const code = codeOf(document)
  const ofBlocks = code.filter(({ kind }) => kind === 'block')
  const ofSentences = new Set(
    code.flatMap(({ kind, text }) => (kind === 'span' && isCommand(text) ? [text] : [])),
  )

  test('a test runs each block of commands, or reads it', () => {
    expect(ofBlocks.filter(({ language }) => !RUN.has(language))).toEqual([])
    const without = ofBlocks.filter(({ headings }) => !headings.some(heading => heading in blocks))
    expect(without.map(({ text }) => text)).toEqual([])
    const used = new Set(ofBlocks.flatMap(({ headings }) => headings))
    expect(Object.keys(blocks).filter(heading => !used.has(heading))).toEqual([])
    for (const [heading, file] of Object.entries(blocks)) {
      const source = read(file)
      expect([file, source.includes('blocksOf(')]).toEqual([file, true])
      expect([file, heading, source.includes(document) && source.includes(heading)]).toEqual([
        ...[file, heading, true],
      ])
    }
  })

  test('a test contains each command within a sentence, or a reason says why none does', () => {
    const known = new Set([...Object.keys(sentences), ...Object.keys(NOT_RUN)])
    expect([...ofSentences].filter(text => !known.has(text))).toEqual([])
    expect(Object.keys(sentences).filter(text => !ofSentences.has(text))).toEqual([])
    for (const [text, file] of Object.entries(sentences)) {
      expect([file, text, read(file).includes(text)]).toEqual([file, text, true])
    }
  })
})

test('no reason is left over', () => {
  const named = new Set(
    Object.keys(COMMAND_PROOFS)
      .flatMap(codeOf)
      .map(({ text }) => text),
  )
  expect(Object.keys(NOT_RUN).filter(text => !named.has(text))).toEqual([])
})
