import { type Ref, useEffect, useRef, useState } from 'react';
import { useWords } from '../../../fields/index.ts';
import { IconClose, IconSearch } from '../../../ui/icons.ts';

interface KeywordBoxProps {
  readonly value: string;
  readonly placeholder: string;
  readonly onChange: (keyword: string) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** Searches while one types, but not in the middle of a word that an input method is still composing. */
export function KeywordBox({ value, placeholder, onChange, ref }: KeywordBoxProps) {
  const t = useWords();
  const [text, setText] = useState(value);
  const reported = useRef(value);
  const composing = useRef(false);
  const timer = useRef(0);
  useEffect(() => {
    if (value !== reported.current) setText(value);
    reported.current = value;
  }, [value]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const report = (keyword: string) => {
    window.clearTimeout(timer.current);
    const trimmed = keyword.trim();
    if (trimmed === reported.current) return;
    reported.current = trimmed;
    onChange(trimmed);
  };
  const later = (keyword: string) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => report(keyword), 300);
  };
  return (
    <search className="keyword-box">
      <IconSearch aria-hidden="true" />
      <input
        ref={ref}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        value={text}
        placeholder={placeholder}
        aria-label={t('common.search')}
        aria-keyshortcuts="/"
        maxLength={200}
        onChange={(event) => {
          setText(event.target.value);
          if (!composing.current) later(event.target.value);
        }}
        onCompositionStart={() => {
          composing.current = true;
          window.clearTimeout(timer.current);
        }}
        onCompositionEnd={(event) => {
          composing.current = false;
          later(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) report(text);
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      {text === '' ? (
        <kbd>/</kbd>
      ) : (
        <button
          type="button"
          className="bare-button"
          aria-label={`${t('common.search')}: ${t('common.reset')}`}
          onClick={() => {
            setText('');
            report('');
          }}
        >
          <IconClose aria-hidden="true" />
        </button>
      )}
    </search>
  );
}
