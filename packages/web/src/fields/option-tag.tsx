import './option-tag.css';
import type { Option, Tone } from '@gantry/core';
import { useSay } from '../app/i18n/index.ts';

/** One symbol per tone, so that the meaning does not depend on color alone. */
const marks: Readonly<Record<Tone, string>> = {
  good: 'M1.5 5.2 4 7.7 8.6 2.6',
  warn: 'M5 1.5v4.2M5 8.2v.1',
  bad: 'M2.2 2.2 7.8 7.8M7.8 2.2 2.2 7.8',
  info: 'M5 4.4v4M5 1.7v.1',
  neutral: 'M5 3.4a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 1 0 0-3.2z',
};

export function ToneMark({ tone }: { readonly tone: Tone }) {
  return (
    <svg className="tone-mark" viewBox="0 0 10 10" width="10" height="10" aria-hidden="true" focusable="false">
      <path d={marks[tone]} />
    </svg>
  );
}

/** The label of an option, in its tone if it has one. A value that is no longer an option is shown unchanged. */
export function OptionTag({ value, option }: { readonly value: string; readonly option: Option | undefined }) {
  const localize = useSay();
  const words = option ? localize(option) : value;
  if (!option?.tone) return <span>{words}</span>;
  return (
    <span className={`option-tag tone-${option.tone}`} title={words}>
      <ToneMark tone={option.tone} />
      <span className="option-words">{words}</span>
    </span>
  );
}
