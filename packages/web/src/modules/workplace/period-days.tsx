import '../../fields/fields.css';
import { headlines } from '@gantry/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useLocale, useSay } from '../../app/i18n/index.ts';
import { DateInput } from '../../fields/date/input.tsx';
import { loadResourceWords, WordsProvider } from '../../fields/words.tsx';

export interface PeriodDaysProps {
  readonly start: string | null;
  readonly end: string | null;
  readonly onChange: (edge: 'start' | 'end', day: string | null) => void;
}

/** The first and the last day of a custom period. */
export function PeriodDays({ start, end, onChange }: PeriodDaysProps) {
  const locale = useLocale();
  const { data: words } = useSuspenseQuery({
    queryKey: ['words', locale],
    queryFn: () => loadResourceWords(locale),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return (
    <WordsProvider words={words}>
      <PeriodDay edge="start" value={start} onChange={onChange} />
      <PeriodDay edge="end" value={end} onChange={onChange} />
    </WordsProvider>
  );
}

interface PeriodDayProps {
  readonly edge: 'start' | 'end';
  readonly value: string | null;
  readonly onChange: PeriodDaysProps['onChange'];
}

function PeriodDay({ edge, value, onChange }: PeriodDayProps) {
  const id = useId();
  const localize = useSay();
  const field = headlines.input[edge];
  const label = localize(field.label);
  return (
    <span className="period-day">
      <label className="unseen" htmlFor={id}>
        {label}
      </label>
      <DateInput
        id={id}
        field={field}
        label={label}
        value={value}
        onChange={(day) => onChange(edge, typeof day === 'string' ? day : null)}
      />
    </span>
  );
}
