import { Select } from '@mantine/core'
import { formatCountry } from '../phone/countries.ts'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/max'
import * as messages from './messages.ts'
import classes from './phone-entries.module.css'

type DefaultCountrySelectProps = {
  defaultCountry: CountryCode
  onChange: (defaultCountry: CountryCode) => void
}

/** Selects the country of numbers without a country code. */
export function DefaultCountrySelect({ defaultCountry, onChange }: DefaultCountrySelectProps) {
  return (
    <Select
      classNames={{ label: classes.country }}
      label={messages.defaultCountry}
      data={COUNTRIES}
      value={defaultCountry}
      onChange={value => {
        const chosen = getCountries().find(code => code === value)
        if (chosen) onChange(chosen)
      }}
      allowDeselect={false}
      searchable
      // Otherwise its 245 options render again at each key press in the form.
      comboboxProps={{ keepMounted: false }}
      nothingFoundMessage={messages.noCountry}
      autoComplete="off"
    />
  )
}

const COUNTRIES = getCountries()
  .map(code => ({ value: code, label: `${formatCountry(code)} (+${getCountryCallingCode(code)})` }))
  .sort((one, other) => one.label.localeCompare(other.label))
