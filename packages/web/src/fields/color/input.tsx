import { useSay } from '../../app/i18n/index.ts';
import { TextInput } from '../../ui/index.ts';
import { getInputAria, type InputProps, toText } from '../field-props.ts';
import { useWords } from '../words.tsx';
import styles from './color.module.css';

/** The color palette of the console, by name. */
const palette = [
  ['#F53F3F', { zh: '红', en: 'Red' }],
  ['#F77234', { zh: '橙红', en: 'Orange red' }],
  ['#FF7D00', { zh: '橙', en: 'Orange' }],
  ['#F7BA1E', { zh: '金', en: 'Gold' }],
  ['#FADC19', { zh: '黄', en: 'Yellow' }],
  ['#9FDB1D', { zh: '黄绿', en: 'Lime' }],
  ['#00B42A', { zh: '绿', en: 'Green' }],
  ['#14C9C9', { zh: '青', en: 'Cyan' }],
  ['#3491FA', { zh: '浅蓝', en: 'Light blue' }],
  ['#165DFF', { zh: '蓝', en: 'Blue' }],
  ['#722ED1', { zh: '紫', en: 'Purple' }],
  ['#D91AD9', { zh: '粉紫', en: 'Pink purple' }],
  ['#F5319D', { zh: '品红', en: 'Magenta' }],
  ['#86909C', { zh: '灰', en: 'Gray' }],
] as const;

const full = /^#[0-9A-Fa-f]{6}$/;

/** A color input: typed, selected from the palette, or from the system's color picker. */
export function ColorInput(props: InputProps<'color'>) {
  const { id, label, value, onChange, disabled = false } = props;
  const t = useWords();
  const localize = useSay();
  const text = toText(value);
  return (
    <div className={styles.colorInput}>
      <div className="with-suffix">
        <input
          type="color"
          className={styles.colorWell}
          aria-label={`${label}: ${t('resource.color.pick')}`}
          value={full.test(text) ? text.toLowerCase() : '#ffffff'}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value.toUpperCase())}
        />
        <TextInput
          id={id}
          className="mono"
          value={text}
          placeholder="#165DFF"
          maxLength={7}
          allowClear
          disabled={disabled}
          onChange={(given) => onChange(given === '' ? null : given.toUpperCase())}
          {...getInputAria(props)}
        />
      </div>
      <fieldset
        className={styles.colorPalette}
        aria-label={`${label}: ${t('resource.color.palette')}`}
        disabled={disabled}
      >
        {palette.map(([code, name]) => (
          <button
            key={code}
            type="button"
            title={localize(name)}
            aria-label={localize(name)}
            aria-pressed={text.toUpperCase() === code}
            style={{ backgroundColor: code }}
            onClick={() => onChange(code)}
          />
        ))}
      </fieldset>
    </div>
  );
}
