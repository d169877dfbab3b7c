import type { Field } from '@gantry/core';
import { BooleanInput } from './boolean/input.tsx';
import { OptionInput } from './choice/input.tsx';
import './fields.css';
import { useSay } from '../app/i18n/index.ts';
import { Button, Checkbox, PasswordInput, Progress, TextArea } from '../ui/index.ts';
import { ColorInput } from './color/input.tsx';
import { DateInput } from './date/input.tsx';
import { getInputAria, type Input, type InputMap, type InputProps, toText } from './field-props.ts';
import './image/image.css';
import { Suspense, useRef, useState } from 'react';
import { IconPlus } from '../ui/icons.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { StoredImage } from './image/stored-image.tsx';
import { pictureTypes, useUpload } from './image/use-upload.ts';
import { IntegerInput } from './integer/input.tsx';
import { JsonInput } from './json/input.tsx';
import { MoneyInput } from './money/input.tsx';
import { ParagraphInput } from './paragraph/input.tsx';
import { ReferenceInput } from './reference/input.tsx';
import { TagsInput } from './tags/input.tsx';
import { TextInput } from './text/input.tsx';
import { TimeInput } from './time/input.tsx';
import { useWords } from './words.tsx';

/** Excludes letters and digits that look alike. */
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/**
 * Generates a random secret of 20 characters, or the required minimum, with the browser's cryptographic generator and without
 * bias.
 */
function generateSecret(least = 0): string {
  const result: string[] = [];
  while (result.length < Math.max(20, least)) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < letters.length * 4) result.push(letters[byte % letters.length] ?? '');
  }
  return result.join('');
}

/** A write-only value: the stored secret is never shown, and an empty input leaves it unchanged. */
function SecretInput(props: InputProps<'secret'>) {
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
      {disabled || !field.generatable ? null : (
        <Button
          onClick={() => {
            setShown(true);
            onChange(generateSecret(field.min));
          }}
        >
          {t('resource.input.makeUp')}
        </Button>
      )}
    </div>
  );
}

const Editor = lazyPart(async () => ({ default: (await import('./markdown/editor.tsx')).MarkdownEditor }));

/** The editor is loaded with the first form that has one; until then the current text is shown read-only. */
function MarkdownInput(props: InputProps<'markdown'>) {
  return (
    <Suspense
      fallback={
        <div aria-busy="true">
          <TextArea id={props.id} label={props.label} value={toText(props.value)} readOnly rows={8} />
        </div>
      }
    >
      <Editor {...props} />
    </Suspense>
  );
}

/**
 * The input component of each field type. The type requires an entry for every field type. A state is an input only in action
 * dialogs.
 */
const inputs = {
  text: TextInput,
  paragraph: ParagraphInput,
  markdown: MarkdownInput,
  integer: IntegerInput,
  money: MoneyInput,
  boolean: BooleanInput,
  choice: OptionInput,
  choices: ChoicesInput,
  state: OptionInput,
  reference: ReferenceInput,
  time: TimeInput,
  date: DateInput,
  image: ImageInput,
  color: ColorInput,
  secret: SecretInput,
  tags: TagsInput,
  json: JsonInput,
} satisfies InputMap;

export function FieldInput(props: Omit<InputProps, 'field'> & { readonly field: Field }) {
  const Shown = inputs[props.field.kind] as unknown as Input;
  return <Shown {...props} />;
}

/** Shows all options as checkboxes and keeps their order. */
function ChoicesInput({ field, label, value, onChange, disabled = false, describedBy }: InputProps<'choices'>) {
  const localize = useSay();
  const picked: readonly unknown[] = Array.isArray(value) ? value : [];
  const names = Object.keys(field.options);
  const toggle = (name: string, on: boolean) =>
    onChange(names.filter((each) => (each === name ? on : picked.includes(each))));
  return (
    <fieldset className="option-group" aria-label={label} aria-describedby={describedBy}>
      {Object.entries(field.options).map(([name, option]) => (
        <Checkbox key={name} checked={picked.includes(name)} disabled={disabled} onChange={(on) => toggle(name, on)}>
          {localize(option)}
        </Checkbox>
      ))}
    </fieldset>
  );
}

/** An image: selected, dropped or pasted, uploaded immediately, and shown before it is saved. */
function ImageInput({ id, label, value, onChange, disabled = false, describedBy }: InputProps<'image'>) {
  const t = useWords();
  const picker = useRef<HTMLInputElement>(null);
  const { send, progress, problem } = useUpload();
  const take = async (file: File | undefined) => {
    const path = file && !disabled ? await send(file) : null;
    if (path !== null) onChange(path);
  };
  const has = typeof value === 'string' && value !== '';
  return (
    <div className="image-input">
      <button
        type="button"
        id={id}
        className="image-drop"
        disabled={disabled || progress !== null}
        aria-label={`${label}: ${t(has ? 'resource.image.change' : 'resource.image.choose')}`}
        aria-describedby={describedBy}
        onClick={() => picker.current?.click()}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void take(event.dataTransfer.files[0]);
        }}
        onPaste={(event) => void take(event.clipboardData.files[0])}
      >
        {has ? <StoredImage path={value} /> : <IconPlus aria-hidden="true" />}
      </button>
      <div className="image-side">
        <span className="dim">{t('resource.image.hint')}</span>
        {progress === null ? null : <Progress percent={Math.round(progress * 100)} size="small" aria-label={label} />}
        {problem ? (
          <span role="alert" className="problem">
            {problem}
          </span>
        ) : null}
        {has && !disabled ? (
          <Button size="mini" type="text" onClick={() => onChange(null)}>
            {t('resource.image.remove')}
          </Button>
        ) : null}
      </div>
      <input
        ref={picker}
        type="file"
        hidden
        accept={pictureTypes.join(',')}
        aria-label={label}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </div>
  );
}
