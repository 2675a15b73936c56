import { Notice } from '../ui/notice.tsx'
import { Example, LONG_TEXT } from './example.tsx'

export function NoticeExamples() {
  return (
    <>
      <Example name="Good news">
        <Notice tone="good">Saved. Replays for +27 11 055 0000 now go to hooks.example.</Notice>
      </Example>
      <Example name="Something to know">
        <Notice tone="wait">The service is busy. Retrying automatically in 12 seconds.</Notice>
      </Example>
      <Example name="A failure">
        <Notice tone="bad">The page couldn’t be loaded. Try again.</Notice>
      </Example>
      <Example name="A long text">
        <Notice tone="bad">{LONG_TEXT}</Notice>
      </Example>
    </>
  )
}
