import {
  capabilities,
  dayAfter,
  formatTime,
  momentOf,
  type Options,
  type UsageDimension,
  usageDimensions,
  usageMeasures,
  usageReport,
} from '@gantry/core';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { ReferenceProvider, useReferences } from '../../fields/index.ts';
import { IntegerInput } from '../../fields/integer/input.tsx';
import { ReferenceInput } from '../../fields/reference/input.tsx';
import { TimeInput } from '../../fields/time/input.tsx';
import { useFormat, useSay } from '../../i18n/index.ts';
import { Button, Select } from '../../ui/index.ts';
import { useUsageWords } from './usage-words.ts';
import type { UsageRangeName, UsageWish } from './use-usage-url.ts';

interface UsageFiltersProps {
  readonly wish: UsageWish;
  readonly onChange: (change: Partial<UsageWish>) => void;
}

const names = <T extends string>(options: Readonly<Record<T, unknown>>) => Object.keys(options) as T[];

/** What is counted, over which span, and how it is grouped. */
export function UsageFilters({ wish, onChange }: UsageFiltersProps) {
  const t = useUsageWords();
  return (
    <fieldset className="usage-filters" aria-label={t('usage.filters')}>
      <div className="usage-ranges">
        <Ranges wish={wish} onChange={onChange} />
        <span className="spring" />
        <Button size="small" onClick={() => onChange(spenders)}>
          {t('usage.spenders')}
        </Button>
      </div>
      <div className="usage-choices">
        <Grouping wish={wish} onChange={onChange} />
        <Whose wish={wish} onChange={onChange} />
      </div>
    </fieldset>
  );
}

/** Who spent most since Monday, and on which model. */
const spenders = {
  ...{ range: 'week', from: null, to: null, by: ['user', 'model'], measure: 'points', sort: null },
  ...{ userId: null, modelId: null, apiKeyId: null, capability: null, status: null, minAmount: null },
} as const satisfies Partial<UsageWish>;

/** The spans that are asked for most, and one of one's own, to the minute. */
function Ranges({ wish, onChange }: UsageFiltersProps) {
  const t = useUsageWords();
  const say = useSay();
  const options = usageReport.input.range.options;
  const choose = (range: UsageRangeName) => onChange(range === 'custom' ? { range } : { range, from: null, to: null });
  return (
    <>
      {names(options).map((name) => (
        <Button
          key={name}
          size="small"
          type={wish.range === name ? 'primary' : 'secondary'}
          aria-pressed={wish.range === name}
          onClick={() => choose(name)}
        >
          {say(options[name])}
        </Button>
      ))}
      {wish.range === 'custom' ? (
        <>
          <Moment edge="from" label={t('usage.from')} value={wish.from} onChange={(from) => onChange({ from })} />
          <Moment edge="to" label={t('usage.to')} value={wish.to} onChange={(to) => onChange({ to })} />
        </>
      ) : null}
    </>
  );
}

const time = { kind: 'time', label: { zh: '', en: '' } } as const;

/** A day, as the address may have it, begins at its midnight and ends at the next. */
function Moment({
  edge,
  label,
  value,
  onChange,
}: {
  readonly edge: 'from' | 'to';
  readonly label: string;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}) {
  const id = useId();
  const { timeZone } = useFormat();
  const isDay = value?.length === 10;
  const wall = value !== null && isDay ? `${edge === 'to' ? dayAfter(value, 1) : value} 00:00` : value;
  const shown = wall === null ? null : momentOf(wall.replace('T', ' '), timeZone);
  const changed = (given: unknown) => {
    if (given === null) onChange(null);
    else if (typeof given === 'number') onChange(formatTime(given, timeZone).slice(0, 16).replace(' ', 'T'));
  };
  return (
    <span className="usage-moment">
      <label htmlFor={id}>{label}</label>
      <TimeInput id={id} field={time} label={label} value={shown} onChange={changed} />
    </span>
  );
}

interface LabelledProps {
  readonly label: string;
  /** Id of the input, where it does not name itself. */
  readonly of?: string;
  readonly children: ReactNode;
}

function Labelled({ label, of, children }: LabelledProps) {
  return (
    <span className="usage-choice">
      {of === undefined ? (
        <span className="usage-choice-label">{label}</span>
      ) : (
        <label className="usage-choice-label" htmlFor={of}>
          {label}
        </label>
      )}
      {children}
    </span>
  );
}

function Grouping({ wish, onChange }: UsageFiltersProps) {
  const t = useUsageWords();
  const say = useSay();
  const [first = 'day', second] = wish.by;
  const options = (without?: UsageDimension) =>
    names(usageDimensions)
      .filter((name) => name !== without)
      .map((name) => ({ value: name, label: say(usageDimensions[name]) }));
  return (
    <>
      <Labelled label={t('usage.by')}>
        <Select
          label={t('usage.by')}
          value={first}
          options={options()}
          onChange={(next: UsageDimension) => onChange({ by: second && second !== next ? [next, second] : [next] })}
        />
      </Labelled>
      <Labelled label={t('usage.second')}>
        <Select
          label={t('usage.second')}
          value={second ?? ''}
          options={[{ value: '', label: t('usage.alone') }, ...options(first)]}
          onChange={(next: UsageDimension | '') => onChange({ by: next === '' ? [first] : [first, next] })}
        />
      </Labelled>
      <Labelled label={t('usage.measure')}>
        <Select
          label={t('usage.measure')}
          value={wish.measure}
          options={names(usageMeasures).map((name) => ({ value: name, label: say(usageMeasures[name]) }))}
          onChange={(measure: UsageWish['measure']) => onChange({ measure })}
        />
      </Labelled>
      <Sorting wish={wish} onChange={onChange} />
    </>
  );
}

/** One of the records that a reference leads to, or all. */
function Whose({ wish, onChange }: UsageFiltersProps) {
  const say = useSay();
  const id = useId();
  const { userId, modelId, apiKeyId } = usageReport.input;
  const references = { userId, modelId, apiKeyId } as const;
  const port = useReferences();
  // What is looked for is there already: nothing is made here.
  const seeking = useMemo(() => ({ ...port, creator: () => null }), [port]);
  return (
    <ReferenceProvider value={seeking}>
      {names(references).map((name) => (
        <Labelled key={name} label={say(references[name].label)} of={`${id}-${name}`}>
          <ReferenceInput
            id={`${id}-${name}`}
            field={references[name]}
            label={say(references[name].label)}
            value={wish[name]}
            onChange={(value) => onChange({ [name]: typeof value === 'number' ? value : null })}
          />
        </Labelled>
      ))}
      <Capability wish={wish} onChange={onChange} />
      <Result wish={wish} onChange={onChange} />
      <Least wish={wish} onChange={onChange} />
    </ReferenceProvider>
  );
}

function Capability({ wish, onChange }: UsageFiltersProps) {
  const t = useUsageWords();
  const say = useSay();
  const { label } = usageReport.input.capability;
  const options: Options = capabilities;
  return (
    <Labelled label={say(label)}>
      <Select
        label={say(label)}
        value={wish.capability ?? ''}
        options={[
          { value: '', label: t('usage.all') },
          ...Object.entries(options).map(([value, words]) => ({ value, label: say(words) })),
        ]}
        onChange={(next: string) => onChange({ capability: next === '' ? null : next })}
      />
    </Labelled>
  );
}

/** Time, the most of something first, or what suits the groups. */
function Sorting({ wish, onChange }: UsageFiltersProps) {
  const t = useUsageWords();
  const say = useSay();
  const { options } = usageReport.input.sort;
  return (
    <Labelled label={t('usage.sort')}>
      <Select
        label={t('usage.sort')}
        value={wish.sort ?? ''}
        options={[
          { value: '', label: t('usage.suits') },
          ...names(options).map((name) => ({ value: name, label: say(options[name]) })),
        ]}
        onChange={(next: UsageWish['sort'] | '') => onChange({ sort: next === '' ? null : next })}
      />
    </Labelled>
  );
}

function Result({ wish, onChange }: UsageFiltersProps) {
  const t = useUsageWords();
  const say = useSay();
  const { label, options } = usageReport.input.status;
  return (
    <Labelled label={say(label)}>
      <Select
        label={say(label)}
        value={wish.status ?? ''}
        options={[
          { value: '', label: t('usage.all') },
          ...names(options).map((name) => ({ value: name, label: say(options[name]) })),
        ]}
        onChange={(next: UsageWish['status'] | '') => onChange({ status: next === '' ? null : next })}
      />
    </Labelled>
  );
}

/** Asked for when it was typed to the end: each amount is a look at the records. */
function Least({ wish, onChange }: UsageFiltersProps) {
  const say = useSay();
  const id = useId();
  const [typed, setTyped] = useState<unknown>(wish.minAmount);
  const field = usageReport.input.minAmount;
  const commit = () => {
    const minAmount = typeof typed === 'number' && typed >= field.min && typed <= field.max ? typed : null;
    if (minAmount !== wish.minAmount) onChange({ minAmount });
  };
  return (
    <Labelled label={say(field.label)} of={id}>
      <form
        onBlur={commit}
        onSubmit={(event) => {
          event.preventDefault();
          commit();
        }}
      >
        <IntegerInput id={id} field={field} label={say(field.label)} value={typed} onChange={setTyped} />
      </form>
    </Labelled>
  );
}
