import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/** Redial's own plum, which no link, state or chart has. White on shade 7 and on shade 6 passes 4.5 to 1. */
const brand: MantineColorsTuple = [
  '#faf0fa',
  '#f2ddf3',
  '#e4bce6',
  '#d79fdb',
  '#c47bc9',
  '#ad57b4',
  '#963f9e',
  '#7f3088',
  '#672570',
  '#511c58',
]

/** The blue of links and data, with the same contrast. */
const redial: MantineColorsTuple = [
  '#eef2ff',
  '#dde5fd',
  '#bccbf9',
  '#98aef5',
  '#7590f0',
  '#5573e6',
  '#3f60de',
  '#2f50c8',
  '#2743a6',
  '#1f3583',
]

/** Blue-tinted greys. The text shades are darker than Mantine's, to pass 4.5 to 1. */
const gray: MantineColorsTuple = [
  '#f7f8fb',
  '#eff1f6',
  '#e3e7ee',
  '#d3d9e3',
  '#b3bccb',
  '#8390a4',
  '#566377',
  '#414c5e',
  '#2b3443',
  '#171d28',
]

const dark: MantineColorsTuple = [
  '#dfe4ec',
  '#c4ccd8',
  '#a4afbf',
  '#76839a',
  '#475264',
  '#333c4b',
  '#272e3a',
  '#1c222c',
  '#151a22',
  '#0f131a',
]

/** The colour of what is chosen, as in native fields (theme.css). */
const CHOSEN = { defaultProps: { color: 'var(--accent)', iconColor: 'var(--surface)' } }

export const theme = createTheme({
  components: {
    Button: { defaultProps: { variant: 'default' } },
    Checkbox: CHOSEN,
    InputWrapper: { defaultProps: { withAsterisk: false } },
  },
  colors: { brand, redial, gray, dark },
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 6 },
  // The system's own fonts by their names: on a Linux without a desktop, `system-ui` is the very wide DejaVu Sans.
  fontFamily:
    '-apple-system, "Segoe UI", Roboto, "Adwaita Sans", Ubuntu, Cantarell, "Noto Sans", "Liberation Sans", Arial, ' +
    'system-ui, sans-serif',
  fontFamilyMonospace:
    'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace',
  headings: { fontWeight: '600' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
})

/** Mantine's own dimmed, placeholder and error colours have too little contrast. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#f6f7fa',
    '--mantine-color-text': gray[9],
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-placeholder': '#6a7689',
    '--mantine-color-error': '#b4231f',
    '--mantine-color-anchor': redial[7],
    '--mantine-color-default': '#ffffff',
    '--mantine-color-default-hover': gray[1],
    '--mantine-color-default-border': gray[3],
    '--mantine-color-disabled': gray[1],
    '--mantine-color-disabled-color': '#8792a4',
  },
  dark: {
    '--mantine-color-body': dark[8],
    '--mantine-color-text': dark[0],
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': '#8f9bae',
    '--mantine-color-error': '#ff8a80',
    '--mantine-color-anchor': redial[3],
    '--mantine-color-default': dark[6],
    '--mantine-color-default-hover': dark[5],
    '--mantine-color-default-border': dark[4],
    '--mantine-color-disabled': dark[6],
    '--mantine-color-disabled-color': '#76839a',
  },
})
