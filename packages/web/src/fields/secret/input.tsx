import '../fields.css';
import { useState } from 'react';
import { Button, PasswordInput } from '../../ui/index.ts';
import { getInputAria, type InputProps, toText } from '../field-props.ts';
import { useWords } from '../words.tsx';

/** No letters or digits that look alike. */
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Twenty characters, or as many as there must be, from the browser's own source of chance, none more likely than another. */
function madeUp(least = 0): string {
  const result: string[] = [];
  while (result.length < Math.max(20, least)) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < letters.length * 4) result.push(letters[byte % letters.length] ?? '');
  }
  return result.join('');
}

/** Written, never read back: what stands there is not shown, and an empty box leaves it as it is. */
export function SecretInput(props: InputProps<'secret'>) {
  const { id, field, value, onChange, disabled = false } = props;
  const t = useWords();
  const [shown, setShown] = useState(false);
  return (
    <div className="with-suffix">
      <PasswordInput
        id={id}
        value={toText(value)}
        onChange={(text) => onChange(text === '' ? null : text)}
        maxLength={field.max ?? 4096}
        autoComplete="new-password"
        visibility={shown}
        onVisibilityChange={setShown}
        disabled={disabled}
        {...getInputAria(props)}
      />
      {disabled || !field.chosenHere ? null : (
        <Button
          onClick={() => {
            setShown(true);
            onChange(madeUp(field.min));
          }}
        >
          {t('resource.input.makeUp')}
        </Button>
      )}
    </div>
  );
}
