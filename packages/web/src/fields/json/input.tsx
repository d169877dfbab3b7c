import { TextArea } from '../../ui/index.ts';
import { type InputProps, inputAria } from '../field-props.ts';
import { useTypedText } from '../use-typed-text.ts';

function print(value: unknown): string {
  if (value === null || value === undefined) return '';
  return JSON.stringify(value, null, 2);
}

/** Text that is no JSON is handed on as undefined, which the schema refuses. */
function parse(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function JsonInput(props: InputProps<'json'>) {
  const { id, value, onChange, disabled = false } = props;
  const [text, setText] = useTypedText(value, print, parse, onChange);
  return (
    <TextArea
      id={id}
      className="mono"
      value={text}
      onChange={setText}
      spellCheck={false}
      disabled={disabled}
      {...inputAria(props)}
    />
  );
}
