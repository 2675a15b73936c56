import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { RadioChoice } from '../forms/radio-choice.tsx'
import { FormExamples } from './form-examples.tsx'
import classes from './gallery.module.css'
import { JsonExamples } from './json-examples.tsx'
import { NoticeExamples } from './notice-examples.tsx'
import { OverlayExamples } from './overlay-examples.tsx'
import { PagerExamples } from './pager-examples.tsx'
import { StateExamples } from './state-examples.tsx'
import { TableExamples } from './table-examples.tsx'
import { VirtualRowsExample } from './virtual-rows-example.tsx'

const SCHEMES: { value: MantineColorScheme; label: string }[] = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

const SECTIONS = [
  { id: 'notices', title: 'Notices', Examples: NoticeExamples },
  { id: 'states', title: 'Empty, error and loading', Examples: StateExamples },
  { id: 'pager', title: 'Pager', Examples: PagerExamples },
  { id: 'tables', title: 'Tables', Examples: TableExamples },
  { id: 'forms', title: 'Forms', Examples: FormExamples },
  { id: 'overlays', title: 'Popovers and drawers', Examples: OverlayExamples },
  { id: 'json', title: 'JSON', Examples: JsonExamples },
  { id: 'virtual-rows', title: 'Virtual rows', Examples: VirtualRowsExample },
]

/** Every part of src/ui and src/forms in every state. The development server shows it at /gallery. */
export function Gallery() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <main className={classes.page}>
      <h1>Gallery</h1>
      <RadioChoice
        legend="Colour scheme"
        name="colour-scheme"
        options={SCHEMES}
        chosen={colorScheme}
        onChoose={setColorScheme}
      />
      <nav aria-label="Sections" className={classes.sections}>
        {SECTIONS.map(({ id, title }) => (
          <a key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
      </nav>
      {SECTIONS.map(({ id, title, Examples }) => (
        <section key={id} id={id} aria-label={title} className={classes.section}>
          <h2>{title}</h2>
          <Examples />
        </section>
      ))}
    </main>
  )
}
