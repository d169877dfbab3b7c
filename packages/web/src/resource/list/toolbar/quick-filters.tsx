import {
  type AnyResource,
  getResourcePath,
  type ListAction,
  type ListAnswer,
  type ListState,
  listPermittedFields,
  resolveQuickFilter,
} from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat, useSay } from '../../../app/i18n/index.ts';
import { useCalls, useWords } from '../../../fields/index.ts';
import { ToolRow } from '../../../ui/parts/index.ts';
import { usePageScope } from '../../page-scope.tsx';
import { quickCountsKey } from '../use-list-url.ts';

interface QuickFiltersProps {
  readonly state: ListState;
  readonly dispatch: (action: ListAction) => void;
  /** Whether the list has no records to filter. */
  readonly isEmpty: boolean;
  /** Whether the rows are loaded; the counts of the filters are requested after them. */
  readonly isKnown: boolean;
}

type Filters = ReturnType<typeof resolveQuickFilter>;

/** Serializes filters in name order, so that equal filters have equal texts. */
function toSortedText(filters: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.entries(filters).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * The formatted record count of each quick filter, by name; null until loaded. The counts are requested one after the other, so
 * that a page never waits for several at a time.
 */
function useQuickCounts(
  resource: AnyResource,
  presets: readonly { readonly name: string; readonly filters: Filters }[],
  enabled: boolean,
): ReadonlyMap<string, string> | null {
  const calls = useCalls();
  const format = useFormat();
  const { data, isPending } = useQuery({
    queryKey: [...quickCountsKey(resource), presets],
    enabled: enabled && presets.length > 0,
    retry: false,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const counts: [string, number, boolean][] = [];
      for (const { name, filters } of presets) {
        const body = { pageSize: 1, columns: [], filters };
        const answer = await calls.call<ListAnswer>(getResourcePath(resource.name, 'list'), body, {
          signal,
          quiet: true,
        });
        counts.push([name, answer.total, answer.totalIsCapped]);
      }
      return counts;
    },
  });
  if (isPending) return null;
  return new Map(
    (data ?? []).map(([name, total, isCapped]) => [name, `${format.number(total)}${isCapped ? '+' : ''}`]),
  );
}

/** One-click presets of the list; another click shows all records again. */
export function QuickFilters({ state, dispatch, isEmpty, isKnown }: QuickFiltersProps) {
  const t = useWords();
  const localize = useSay();
  const { timeZone } = useFormat();
  const { resource, role } = usePageScope();
  const permitted = listPermittedFields(resource, role, 'detail');
  const presets = Object.entries(resource.list.quick ?? {})
    .filter(([, { where }]) => Object.keys(where).every((name) => permitted.includes(name)))
    .map(([name, quick]) => ({
      name,
      label: quick.label,
      filters: resolveQuickFilter(resource, quick, Date.now(), timeZone),
    }));
  const shown = toSortedText(state.filters);
  const counts = useQuickCounts(resource, presets, isKnown && !isEmpty);
  if (presets.length === 0 || isEmpty) return null;
  return (
    <ToolRow className="filter-bar" label={t('resource.list.quick')}>
      {presets.map(({ name, label, filters }) => {
        const on = shown === toSortedText(filters);
        const { sort, columns } = state;
        const show = () => dispatch({ type: 'view', keyword: '', filters: on ? {} : filters, sort, columns });
        return (
          <button
            key={name}
            type="button"
            className={on ? 'quick-filter on' : 'quick-filter'}
            aria-pressed={on}
            data-quick={name}
            onClick={show}
          >
            {localize(label)}
            {counts === null || counts.has(name) ? <span className="quick-count">{counts?.get(name)}</span> : null}
          </button>
        );
      })}
    </ToolRow>
  );
}
