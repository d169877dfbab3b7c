import { addDays, colorFamilies, type Field, formatWallTime, parseMoment } from '@gantry/core';
import type { Filter, FilterMap, FilterProps } from './field-props.ts';
import './fields.css';
import { type ReactNode, useId, useState } from 'react';
import { useFormat, useSay } from '../app/i18n/index.ts';
import { Button, Checkbox, Select } from '../ui/index.ts';
import { DateInput } from './date/input.tsx';
import { IntegerInput } from './integer/input.tsx';
import { MoneyInput } from './money/input.tsx';
import { OptionTag } from './option-tag.tsx';
import { fromRange, getSingleNumber, toRange } from './range.ts';
import { useFound } from './reference/use-found.ts';
import { RegionFilter } from './region/filter.tsx';
import { TimeInput } from './time/input.tsx';
import { WordEntry } from './word-entry.tsx';
import { useWords } from './words.tsx';

/** The color of each family next to its name; gray has no hue. */
const hues = {
  red: 0,
  orange: 28,
  yellow: 50,
  green: 130,
  cyan: 180,
  blue: 220,
  purple: 270,
  pink: 315,
  neutral: null,
};

/** Filters by any of the color families. */
function ColorFilter({ label, value, onChange }: FilterProps<'color'>) {
  const localize = useSay();
  const options = Object.entries(hues).map(([family, hue]) => ({
    value: family,
    shown: (
      <span className="cell-row">
        <span
          className="cell-color"
          style={{ backgroundColor: hue === null ? 'hsl(0 0% 60%)' : `hsl(${hue} 90% 50%)` }}
          aria-hidden="true"
        />
        {localize(colorFamilies[family as keyof typeof colorFamilies])}
      </span>
    ),
  }));
  return <OptionsFilter label={label} options={options} value={value} onChange={onChange} />;
}

const spans = [
  ['today', 0],
  ['days7', 6],
  ['days30', 29],
] as const;

/** Filters by a time range, with shortcuts. A day starts at midnight in the site's time zone. */
function TimeFilter({ field, label, value, onChange }: FilterProps<'time'>) {
  const t = useWords();
  const { timeZone } = useFormat();
  const getSince = (days: number) => {
    const today = formatWallTime(Date.now(), timeZone).slice(0, 10);
    onChange({ from: parseMoment(addDays(today, -days), timeZone) });
  };
  return (
    <RangeFilter
      value={value}
      onChange={onChange}
      edge={(edge, isEnd) => <TimeInput {...edge} isEnd={isEnd} field={field} label={label} />}
    >
      <div className="filter-quick">
        {spans.map(([key, days]) => (
          <Button key={key} size="mini" onClick={() => getSince(days)}>
            {t(`resource.date.${key}`)}
          </Button>
        ))}
      </div>
    </RangeFilter>
  );
}

/** The filter component of each field type; null if it cannot be filtered. The type requires an entry for every field type. */
const filters = {
  text: TextFilter,
  paragraph: null,
  markdown: null,
  integer: IntegerFilter,
  money: MoneyFilter,
  boolean: BooleanFilter,
  choice: OptionFilter,
  choices: OptionFilter,
  state: OptionFilter,
  reference: ReferenceFilter,
  time: TimeFilter,
  date: DateFilter,
  image: null,
  color: ColorFilter,
  secret: null,
  tags: WordsFilter,
  json: null,
} satisfies FilterMap;

export function FieldFilter(props: Omit<FilterProps, 'field'> & { readonly field: Field }) {
  const Shown = filters[props.field.kind] as unknown as Filter | null;
  return Shown === null ? null : <Shown {...props} />;
}

function BooleanFilter({ label, value, onChange }: FilterProps<'boolean'>) {
  const t = useWords();
  const options = [
    { value: true, shown: t('common.yes') },
    { value: false, shown: t('common.no') },
  ];
  return <OptionsFilter label={label} options={options} value={value} onChange={onChange} />;
}

type OptionFilterProps = FilterProps<'choice'> | FilterProps<'choices'> | FilterProps<'state'>;

function OptionFilter({ field, label, value, onChange }: OptionFilterProps) {
  const options = Object.entries(field.options).map(([name, option]) => ({
    value: name,
    shown: <OptionTag value={name} option={option} />,
  }));
  return <OptionsFilter label={label} options={options} value={value} onChange={onChange} />;
}

function DateFilter({ field, label, value, onChange }: FilterProps<'date'>) {
  return (
    <RangeFilter
      value={value}
      onChange={onChange}
      edge={(edge) => <DateInput {...edge} field={field} label={label} />}
    />
  );
}

function IntegerFilter(props: FilterProps<'integer'>) {
  const { field, label, value, onChange } = props;
  if (field.idOf !== undefined) return <NumberedRecordFilter {...props} to={field.idOf} />;
  return (
    <RangeFilter
      value={value}
      onChange={onChange}
      edge={(edge) => <IntegerInput {...edge} field={field} label={label} />}
    />
  );
}

/** Filters by one record, which a number refers to. */
function NumberedRecordFilter({ to, label, value, onChange }: FilterProps<'integer'> & { readonly to: string }) {
  const chosen = getSingleNumber(value);
  return (
    <RecordPicker
      to={to}
      label={label}
      chosen={chosen === null ? [] : [chosen]}
      onChange={(ids) => {
        const id = ids.at(-1);
        onChange(id === undefined ? null : { from: id, to: id });
      }}
    />
  );
}

function MoneyFilter({ field, label, value, onChange }: FilterProps<'money'>) {
  return (
    <RangeFilter
      value={value}
      onChange={onChange}
      edge={(edge) => <MoneyInput {...edge} field={field} label={label} />}
    />
  );
}

/** Region codes are selected in a tree; any other text is typed. */
function TextFilter({ field, ...rest }: FilterProps<'text'>) {
  return field.hierarchy === 'region' ? <RegionFilter {...rest} /> : <WordsFilter {...rest} />;
}

/** Filters by any of several exact values, each entered as text. */
function WordsFilter({ label, value, onChange }: Omit<FilterProps<'text'>, 'field'>) {
  const words = Array.isArray(value) ? value.map(String) : [];
  return (
    <div className="filter-panel">
      <WordEntry label={label} words={words} onChange={(next) => onChange(next.length > 0 ? next : null)} />
    </div>
  );
}

function ReferenceFilter({ field, label, value, onChange }: FilterProps<'reference'>) {
  const chosen = (Array.isArray(value) ? value : []).filter((one): one is number => typeof one === 'number');
  return (
    <RecordPicker
      to={field.to}
      label={label}
      chosen={chosen}
      onChange={(next) => onChange(next.length > 0 ? next : null)}
    />
  );
}

interface RecordPickerProps {
  readonly to: string;
  readonly label: string;
  readonly chosen: readonly number[];
  readonly onChange: (ids: readonly number[]) => void;
}

/** Selects records of a resource by their names. */
function RecordPicker({ to, label, chosen, onChange }: RecordPickerProps) {
  const t = useWords();
  const [keyword, setKeyword] = useState('');
  const { found, loading } = useFound(to, keyword, chosen);
  return (
    <div className="filter-panel">
      <Select
        label={label}
        mode="multiple"
        className="field-full"
        showSearch
        filterOption={false}
        loading={loading}
        allowClear
        placeholder={t('resource.input.searchRecord')}
        notFoundContent={t(loading ? 'common.loading' : 'list.nothing')}
        options={found.map((one) => ({ value: one.id, label: one.label }))}
        value={[...chosen]}
        onSearch={setKeyword}
        onChange={(next: number[]) => onChange(next)}
      />
    </div>
  );
}

interface EdgeProps {
  readonly id: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

interface RangeFilterProps {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly edge: (props: EdgeProps, isEnd: boolean) => ReactNode;
  readonly children?: ReactNode;
}

/** An inclusive range; either limit may be empty. */
function RangeFilter({ value, onChange, edge, children }: RangeFilterProps) {
  const t = useWords();
  const id = useId();
  const range = toRange(value);
  const getBox = (key: 'from' | 'to') => (
    <>
      <label htmlFor={`${id}-${key}`}>{t(`list.${key}`)}</label>
      {edge(
        {
          id: `${id}-${key}`,
          value: range[key] ?? null,
          onChange: (next) => onChange(fromRange({ ...range, [key]: next })),
        },
        key === 'to',
      )}
    </>
  );
  return (
    <div className="filter-panel">
      {children}
      <div className="filter-range">
        {getBox('from')}
        {getBox('to')}
      </div>
    </div>
  );
}

interface OptionsFilterProps {
  readonly label: string;
  readonly options: readonly { readonly value: unknown; readonly shown: ReactNode }[];
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** Filters by any of several options, each with a checkbox; none selected is no filter. */
function OptionsFilter({ label, options, value, onChange }: OptionsFilterProps) {
  const picked: readonly unknown[] = Array.isArray(value) ? value : [];
  const toggle = (one: unknown, on: boolean) => {
    const next = options.map((option) => option.value).filter((each) => (each === one ? on : picked.includes(each)));
    onChange(next.length > 0 ? next : null);
  };
  return (
    <fieldset className="filter-panel filter-options" aria-label={label}>
      {options.map((option) => (
        <Checkbox
          key={String(option.value)}
          className="filter-option"
          checked={picked.includes(option.value)}
          onChange={(on) => toggle(option.value, on)}
        >
          {option.shown}
        </Checkbox>
      ))}
    </fieldset>
  );
}
