import { type RegionsAnswer, regionCalls } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Select } from '../../ui/index.ts';
import type { FilterProps } from '../field-props.ts';
import { useCalls } from '../use-calls.ts';
import { useWords } from '../words.tsx';

const { path } = regionCalls.regionsWithin;
const levels = ['province', 'city', 'district'] as const;
/** The list of regions changes only with a release. */
const staleTime = Number.POSITIVE_INFINITY;

const matchesName = (typed: string, option: ReactElement<unknown>) => {
  const { children } = option.props as { readonly children?: unknown };
  return String(children).includes(typed);
};

interface StepProps {
  readonly label: string;
  readonly within: string | null;
  /** Codes on the path to the selected region. This step may contain one of them. */
  readonly way: readonly string[];
  readonly onChoose: (code: string | null) => void;
}

/** The regions within a region; nothing when there are none. */
function Step({ label, within, way, onChoose }: StepProps) {
  const t = useWords();
  const calls = useCalls();
  const { data, isLoading } = useQuery({
    queryKey: ['regions', within],
    queryFn: () => calls.call<RegionsAnswer>(path, within === null ? {} : { code: within }),
    staleTime,
  });
  const regions = data?.regions ?? [];
  const chosen = regions.find(({ code }) => way.includes(code))?.code;
  if (!isLoading && regions.length === 0) return null;
  return (
    <Select
      label={label}
      className="field-full"
      showSearch
      allowClear
      loading={isLoading}
      placeholder={label}
      notFoundContent={t('list.nothing')}
      filterOption={matchesName}
      options={regions.map(({ code, name }) => ({ value: code, label: name }))}
      {...(chosen === undefined ? {} : { value: chosen })}
      onChange={(next: string | undefined) => onChoose(next ?? null)}
    />
  );
}

/** Returns the path to a code: the codes of its parent regions and the code itself. */
function getPath(code: string | null): readonly string[] {
  if (code === null || !/^\d{6}$/.test(code)) return [];
  const way = [`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`, code];
  return [...new Set(way)];
}

/** Filters by a region including its sub-regions, selected step by step. */
export function RegionFilter({ label, value, onChange }: Omit<FilterProps<'text'>, 'field'>) {
  const t = useWords();
  const [code = null] = Array.isArray(value) ? value.map(String) : [];
  const way = getPath(code);
  const choose = (next: string | null, outer: string | null) => {
    const now = next ?? outer;
    onChange(now === null ? null : [now]);
  };
  return (
    <fieldset className="filter-panel region-filter" aria-label={label}>
      {levels.map((level, at) => {
        const outer = at === 0 ? null : (way[at - 1] ?? null);
        if (at > 0 && outer === null) return null;
        return (
          <Step
            key={`${level} ${outer}`}
            label={t(`resource.region.${level}`)}
            within={outer}
            way={way}
            onChoose={(next) => choose(next, outer)}
          />
        );
      })}
    </fieldset>
  );
}
