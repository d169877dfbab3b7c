import {
  addDays,
  capabilities,
  formatTime,
  type Options,
  parseMoment,
  type UsageDimension,
  usageDimensions,
  usageMeasures,
  usageReport,
} from '@gantry/core';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { useFormat, useSay } from '../../app/i18n/index.ts';
import { ReferenceProvider, useReferences } from '../../fields/index.ts';
import { IntegerInput } from '../../fields/integer/input.tsx';
import { ReferenceInput } from '../../fields/reference/input.tsx';
import { TimeInput } from '../../fields/time/input.tsx';
import { Button, Select } from '../../ui/index.ts';
import { type UsageQuery, type UsageRangeName, useUsageWords } from './use-usage-url.ts';

interface UsageFiltersProps {
  readonly usageQuery: UsageQuery;
  readonly onChange: (change: Partial<UsageQuery>) => void;
}

const getNames = <T extends string>(options: Readonly<Record<T, unknown>>) => Object.keys(options) as T[];

/** Selects the measure, the time range, the filters and the grouping. */
export function UsageFilters({ usageQuery, onChange }: UsageFiltersProps) {
  const t = useUsageWords();
  return (
    <fieldset className="usage-filters" aria-label={t('usage.filters')}>
      <div className="usage-ranges">
        <Ranges usageQuery={usageQuery} onChange={onChange} />
        <span className="spring" />
        <Button size="small" onClick={() => onChange(spenders)}>
          {t('usage.spenders')}
        </Button>
      </div>
      <div className="usage-choices">
        <Grouping usageQuery={usageQuery} onChange={onChange} />
        <Whose usageQuery={usageQuery} onChange={onChange} />
      </div>
    </fieldset>
  );
}

/** The users with the highest usage since Monday, and their models. */
const spenders = {
  ...{ range: 'this-week', from: null, to: null, by: ['user', 'model'], measure: 'credits', sort: null },
  ...{ userId: null, modelId: null, apiKeyId: null, capability: null, status: null, minAmount: null },
} as const satisfies Partial<UsageQuery>;

/** Common time ranges, and a custom one to the minute. */
function Ranges({ usageQuery, onChange }: UsageFiltersProps) {
  const t = useUsageWords();
  const localize = useSay();
  const options = usageReport.input.range.options;
  const choose = (range: UsageRangeName) => onChange(range === 'custom' ? { range } : { range, from: null, to: null });
  return (
    <>
      {getNames(options).map((name) => (
        <Button
          key={name}
          size="small"
          type={usageQuery.range === name ? 'primary' : 'secondary'}
          aria-pressed={usageQuery.range === name}
          onClick={() => choose(name)}
        >
          {localize(options[name])}
        </Button>
      ))}
      {usageQuery.range === 'custom' ? (
        <>
          <Moment edge="from" label={t('usage.from')} value={usageQuery.from} onChange={(from) => onChange({ from })} />
          <Moment edge="to" label={t('usage.to')} value={usageQuery.to} onChange={(to) => onChange({ to })} />
        </>
      ) : null}
    </>
  );
}

const time = { kind: 'time', label: { zh: '', en: '' } } as const;

/** A day, which the URL may contain, starts at its midnight and ends at the next. */
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
  const wall = value !== null && isDay ? `${edge === 'to' ? addDays(value, 1) : value} 00:00` : value;
  const shown = wall === null ? null : parseMoment(wall.replace('T', ' '), timeZone);
  const handleChange = (given: unknown) => {
    if (given === null) onChange(null);
    else if (typeof given === 'number') onChange(formatTime(given, timeZone).slice(0, 16).replace(' ', 'T'));
  };
  return (
    <span className="usage-moment">
      <label htmlFor={id}>{label}</label>
      <TimeInput id={id} field={time} label={label} value={shown} onChange={handleChange} />
    </span>
  );
}

interface LabelledProps {
  readonly label: string;
  /** ID of the input, if its label is separate. */
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

function Grouping({ usageQuery, onChange }: UsageFiltersProps) {
  const t = useUsageWords();
  const localize = useSay();
  const [first = 'day', second] = usageQuery.by;
  const options = (without?: UsageDimension) =>
    getNames(usageDimensions)
      .filter((name) => name !== without)
      .map((name) => ({ value: name, label: localize(usageDimensions[name]) }));
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
          options={[{ value: '', label: t('usage.only') }, ...options(first)]}
          onChange={(next: UsageDimension | '') => onChange({ by: next === '' ? [first] : [first, next] })}
        />
      </Labelled>
      <Labelled label={t('usage.measure')}>
        <Select
          label={t('usage.measure')}
          value={usageQuery.measure}
          options={getNames(usageMeasures).map((name) => ({ value: name, label: localize(usageMeasures[name]) }))}
          onChange={(measure: UsageQuery['measure']) => onChange({ measure })}
        />
      </Labelled>
      <Sorting usageQuery={usageQuery} onChange={onChange} />
    </>
  );
}

/** Filters by one record of a reference, or all. */
function Whose({ usageQuery, onChange }: UsageFiltersProps) {
  const localize = useSay();
  const id = useId();
  const { userId, modelId, apiKeyId } = usageReport.input;
  const references = { userId, modelId, apiKeyId } as const;
  const port = useReferences();
  // Filters only existing records, so creating one is disabled.
  const seeking = useMemo(() => ({ ...port, creator: () => null }), [port]);
  return (
    <ReferenceProvider value={seeking}>
      {getNames(references).map((name) => (
        <Labelled key={name} label={localize(references[name].label)} of={`${id}-${name}`}>
          <ReferenceInput
            id={`${id}-${name}`}
            field={references[name]}
            label={localize(references[name].label)}
            value={usageQuery[name]}
            onChange={(value) => onChange({ [name]: typeof value === 'number' ? value : null })}
          />
        </Labelled>
      ))}
      <Capability usageQuery={usageQuery} onChange={onChange} />
      <Result usageQuery={usageQuery} onChange={onChange} />
      <Least usageQuery={usageQuery} onChange={onChange} />
    </ReferenceProvider>
  );
}

function Capability({ usageQuery, onChange }: UsageFiltersProps) {
  const t = useUsageWords();
  const localize = useSay();
  const { label } = usageReport.input.capability;
  const options: Options = capabilities;
  return (
    <Labelled label={localize(label)}>
      <Select
        label={localize(label)}
        value={usageQuery.capability ?? ''}
        options={[
          { value: '', label: t('usage.all') },
          ...Object.entries(options).map(([value, words]) => ({ value, label: localize(words) })),
        ]}
        onChange={(next: string) => onChange({ capability: next === '' ? null : next })}
      />
    </Labelled>
  );
}

/** Sorts by time, by the highest value, or by the default of the grouping. */
function Sorting({ usageQuery, onChange }: UsageFiltersProps) {
  const t = useUsageWords();
  const localize = useSay();
  const { options } = usageReport.input.sort;
  return (
    <Labelled label={t('usage.sort')}>
      <Select
        label={t('usage.sort')}
        value={usageQuery.sort ?? ''}
        options={[
          { value: '', label: t('usage.suits') },
          ...getNames(options).map((name) => ({ value: name, label: localize(options[name]) })),
        ]}
        onChange={(next: UsageQuery['sort'] | '') => onChange({ sort: next === '' ? null : next })}
      />
    </Labelled>
  );
}

function Result({ usageQuery, onChange }: UsageFiltersProps) {
  const t = useUsageWords();
  const localize = useSay();
  const { label, options } = usageReport.input.status;
  return (
    <Labelled label={localize(label)}>
      <Select
        label={localize(label)}
        value={usageQuery.status ?? ''}
        options={[
          { value: '', label: t('usage.all') },
          ...getNames(options).map((name) => ({ value: name, label: localize(options[name]) })),
        ]}
        onChange={(next: UsageQuery['status'] | '') => onChange({ status: next === '' ? null : next })}
      />
    </Labelled>
  );
}

/** Applied when typing is complete, because each value causes a request. */
function Least({ usageQuery, onChange }: UsageFiltersProps) {
  const localize = useSay();
  const id = useId();
  const [typed, setTyped] = useState<unknown>(usageQuery.minAmount);
  const field = usageReport.input.minAmount;
  const commit = () => {
    const minAmount = typeof typed === 'number' && typed >= field.min && typed <= field.max ? typed : null;
    if (minAmount !== usageQuery.minAmount) onChange({ minAmount });
  };
  return (
    <Labelled label={localize(field.label)} of={id}>
      <form
        onBlur={commit}
        onSubmit={(event) => {
          event.preventDefault();
          commit();
        }}
      >
        <IntegerInput id={id} field={field} label={localize(field.label)} value={typed} onChange={setTyped} />
      </form>
    </Labelled>
  );
}
