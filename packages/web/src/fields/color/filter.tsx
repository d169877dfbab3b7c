import { colorFamilies } from '@gantry/core';
import { useSay } from '../../app/i18n/index.ts';
import type { FilterProps } from '../field-props.ts';
import { OptionsFilter } from '../options-filter.tsx';

/** How each family looks beside its name; the one without hue is grey. */
const hues = {
  red: 0,
  orange: 28,
  yellow: 50,
  green: 130,
  cyan: 180,
  blue: 220,
  purple: 270,
  pink: 315,
  neutral: null,
};

/** Any of the families of colours. */
export function ColorFilter({ label, value, onChange }: FilterProps<'color'>) {
  const localize = useSay();
  const options = Object.entries(hues).map(([family, hue]) => ({
    value: family,
    shown: (
      <span className="cell-row">
        <span
          className="cell-color"
          style={{ backgroundColor: hue === null ? 'hsl(0 0% 60%)' : `hsl(${hue} 90% 50%)` }}
          aria-hidden="true"
        />
        {localize(colorFamilies[family as keyof typeof colorFamilies])}
      </span>
    ),
  }));
  return <OptionsFilter label={label} options={options} value={value} onChange={onChange} />;
}
