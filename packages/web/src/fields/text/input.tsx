import '../fields.css';
import { useState } from 'react';
import { useSay } from '../../app/i18n/index.ts';
import { TextInput as Box, Button } from '../../ui/index.ts';
import { getInputAria, type InputProps, toText } from '../field-props.ts';

export function TextInput(props: InputProps<'text'>) {
  const { id, field, value, onChange, disabled = false } = props;
  if (field.timeZone) return <TimeZoneInput {...props} />;
  const box = (
    <Box
      id={id}
      value={toText(value)}
      onChange={(text) => onChange(text === '' ? null : text)}
      maxLength={field.max ?? 255}
      disabled={disabled}
      className={field.mono ? 'mono' : ''}
      autoComplete="off"
      {...getInputAria(props)}
    />
  );
  if (!field.suggestions || disabled) return box;
  return (
    <div className="suggested-input">
      {box}
      <Suggestions {...props} />
    </div>
  );
}

/** Common values as buttons; the selected one takes the place of the text. */
function Suggestions({ field, label, value, onChange }: InputProps<'text'>) {
  const localize = useSay();
  const texts = (field.suggestions ?? []).map((suggestion) => localize(suggestion));
  return (
    <fieldset className="suggestions" aria-label={label}>
      {texts.map((text) => (
        <Button
          key={text}
          size="mini"
          shape="round"
          type={value === text ? 'primary' : 'secondary'}
          aria-pressed={value === text}
          onClick={() => onChange(value === text ? null : text)}
        >
          {text}
        </Button>
      ))}
    </fieldset>
  );
}

/** Returns the current offset of a time zone, such as `UTC+08:00`. */
function getOffset(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(Date.now());
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return offset.replace('GMT', 'UTC');
}

/** A text input that suggests the time zones that the browser knows, with their current offsets. */
function TimeZoneInput(props: InputProps<'text'>) {
  const { id, field, value, onChange, disabled = false } = props;
  const [zones] = useState(() => Intl.supportedValuesOf('timeZone').map((name) => [name, getOffset(name)] as const));
  return (
    <>
      <Box
        id={id}
        list={`${id}-zones`}
        value={toText(value)}
        onChange={(text) => onChange(text === '' ? null : text)}
        maxLength={field.max ?? 255}
        disabled={disabled}
        autoComplete="off"
        {...getInputAria(props)}
      />
      <datalist id={`${id}-zones`}>
        {zones.map(([name, offset]) => (
          <option key={name} value={name}>
            {offset}
          </option>
        ))}
      </datalist>
    </>
  );
}
