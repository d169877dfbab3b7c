import '../fields.css';
import { useSay } from '../../app/i18n/index.ts';
import { TextInput as Box, Button } from '../../ui/index.ts';
import { getInputAria, type InputProps, toText } from '../field-props.ts';

export function TextInput(props: InputProps<'text'>) {
  const { id, field, value, onChange, disabled = false } = props;
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
