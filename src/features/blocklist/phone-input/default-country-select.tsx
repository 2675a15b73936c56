import { Select } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/max'

type DefaultCountrySelectProps = {
  defaultCountry: CountryCode
  onChange: (defaultCountry: CountryCode) => void
}

/** Says of which country numbers without a country code are, and lets one choose another. */
export function DefaultCountrySelect({ defaultCountry, onChange }: DefaultCountrySelectProps) {
  return (
    <Select
      label="Numbers without a country code are of"
      data={COUNTRIES}
      value={defaultCountry}
      onChange={value => {
        const chosen = getCountries().find(code => code === value)
        if (chosen) onChange(chosen)
      }}
      allowDeselect={false}
      searchable
      // Its 245 options would be drawn again with each key that is pressed in the form.
      comboboxProps={{ keepMounted: false }}
      nothingFoundMessage="No such country"
      autoComplete="off"
    />
  )
}

const names = new Intl.DisplayNames('en', { type: 'region' })
const COUNTRIES = getCountries()
  .map(code => ({ value: code, label: `${names.of(code)} (+${getCountryCallingCode(code)})` }))
  .sort((one, other) => one.label.localeCompare(other.label))
