import './word-entry.css';
import { type KeyboardEvent, useRef, useState } from 'react';
import { IconClose } from '../ui/icons.ts';
import { useWords } from './words.tsx';

interface WordEntryProps {
  readonly id?: string;
  readonly label: string;
  readonly words: readonly string[];
  /** Returns the label of a value, if it differs from the value. */
  readonly called?: (word: string) => string;
  readonly onChange: (words: readonly string[]) => void;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  readonly describedBy?: string | undefined;
}

/** Separators between typed or pasted values, in ASCII and full width. */
const marks = /[,，;；\n]/;

/** Short free texts as removable tags; typed one by one or pasted together. */
export function WordEntry(props: WordEntryProps) {
  const { id, label, words, called = (word) => word, onChange, disabled = false } = props;
  const t = useWords();
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const add = (typed: string) => {
    const fresh = typed.split(marks).map((word) => word.trim());
    const next = [...new Set([...words, ...fresh.filter((word) => word !== '')])];
    setText('');
    if (next.length > words.length) onChange(next);
  };
  const remove = (word: string) => {
    onChange(words.filter((one) => one !== word));
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const last = words.at(-1);
    if (event.key === 'Enter' && text.trim() !== '') {
      event.preventDefault();
      add(text);
    } else if (event.key === 'Backspace' && text === '' && last !== undefined) remove(last);
  };
  return (
    <div className={disabled ? 'word-entry disabled' : 'word-entry'}>
      {words.map((word) => (
        <span key={word} className="word-tag">
          {called(word)}
          {disabled ? null : (
            <button
              type="button"
              aria-label={t('resource.input.removeWord', { word: called(word) })}
              onClick={() => remove(word)}
            >
              <IconClose aria-hidden="true" />
            </button>
          )}
        </span>
      ))}
      <input
        ref={input}
        id={id}
        value={text}
        disabled={disabled}
        aria-label={label}
        aria-invalid={props.invalid || undefined}
        aria-describedby={props.describedBy}
        placeholder={words.length === 0 ? t('resource.filter.typeAndEnter') : ''}
        autoComplete="off"
        onChange={(event) => {
          const typed = event.target.value;
          const composing = event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing;
          if (marks.test(typed) && !composing) add(typed);
          else setText(typed);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => add(text)}
      />
    </div>
  );
}
