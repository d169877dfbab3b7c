import { headlines, isDay } from '@gantry/core';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSay, useT } from '../../app/i18n/index.ts';
import { Button } from '../../ui/index.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { PeriodDaysProps } from './period-days.tsx';

const { options } = headlines.input.range;
type RangeName = keyof typeof options;
const names = Object.keys(options) as RangeName[];

/** The period of all metrics; a custom one has both ends. */
export interface Period {
  readonly range: RangeName;
  readonly start: string | null;
  readonly end: string | null;
}

const otherwise: Period = { range: 'today', start: null, end: null };

/** The period in the URL, so that a link shows the same metrics to everyone. */
export function usePeriod(): readonly [Period, (period: Period) => void] {
  const [search, setSearch] = useSearchParams();
  const range = names.find((name) => name === search.get('range')) ?? 'today';
  const [start, end] = [search.get('start') ?? '', search.get('end') ?? ''];
  const isOwn = range === 'custom' && isDay(start) && isDay(end) && start <= end;
  const period = range !== 'custom' ? { ...otherwise, range } : isOwn ? { range, start, end } : otherwise;
  const change = ({ range: chosen, start: from, end: to }: Period) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries({ range: chosen, start: from, end: to })) {
          if (value === null || value === 'today') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  return [period, change];
}

/** Custom days are rarely selected, so the calendar is loaded only then. */
const PeriodDays = lazyPart<PeriodDaysProps>(async () => ({ default: (await import('./period-days.tsx')).PeriodDays }));

interface PeriodChoiceProps {
  readonly period: Period;
  readonly onChange: (period: Period) => void;
}

/** Selects the period of everything on the page. */
export function PeriodChoice({ period, onChange }: PeriodChoiceProps) {
  const t = useT();
  const localize = useSay();
  const [isOwn, setOwn] = useState(period.range === 'custom');
  const [days, setDays] = useState({ start: period.start, end: period.end });
  const choose = (range: RangeName) => {
    setOwn(range === 'custom');
    if (range !== 'custom') onChange({ range, start: null, end: null });
  };
  const setDay = (edge: 'start' | 'end', day: string | null) => {
    const next = { ...days, [edge]: day };
    setDays(next);
    const { start, end } = next;
    if (start !== null && end !== null && isDay(start) && isDay(end) && start <= end)
      onChange({ range: 'custom', start, end });
  };
  return (
    <fieldset className="period" aria-label={t('console.workplace.range')}>
      {names.map((name) => {
        const isChosen = name === 'custom' ? isOwn : !isOwn && period.range === name;
        return (
          <Button
            key={name}
            size="small"
            type={isChosen ? 'primary' : 'secondary'}
            aria-pressed={isChosen}
            onClick={() => choose(name)}
          >
            {localize(options[name])}
          </Button>
        );
      })}
      {isOwn ? (
        <Suspense>
          <PeriodDays start={days.start} end={days.end} onChange={setDay} />
        </Suspense>
      ) : null}
    </fieldset>
  );
}
