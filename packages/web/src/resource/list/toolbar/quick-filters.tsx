import {
  type AnyResource,
  getResourcePath,
  type ListAction,
  type ListAnswer,
  type ListState,
  permittedFields,
  resolveQuickFilter,
} from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat, useSay } from '../../../app/i18n/index.ts';
import { useCalls, useWords } from '../../../fields/index.ts';
import { ToolRow } from '../../../ui/parts/index.ts';
import { usePageScope } from '../../page-scope.tsx';
import { listKey } from '../use-list-url.ts';

interface QuickFiltersProps {
  readonly state: ListState;
  readonly dispatch: (action: ListAction) => void;
  /** Whether nothing is there to narrow. */
  readonly isEmpty: boolean;
  /** Whether the rows are there: what the filters would show is counted after them. */
  readonly isKnown: boolean;
}

/** Filters in one order of names: two that narrow alike are one text. */
function inOrder(filters: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.entries(filters).sort(([one], [other]) => (one < other ? -1 : 1)));
}

type Where = ReturnType<typeof resolveQuickFilter>;

/** How many records each filter would show, in words: counted one after the other once the rows are there. Null until then. */
function useQuickCounts(
  resource: AnyResource,
  filters: readonly (readonly [string, Where])[],
  isKnown: boolean,
): ReadonlyMap<string, string> | null {
  const calls = useCalls();
  const format = useFormat();
  const { data, isPending } = useQuery({
    queryKey: [...listKey(resource), 'quick', filters],
    enabled: isKnown && filters.length > 0,
    retry: false,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const counts: [string, number, boolean][] = [];
      for (const [name, where] of filters) {
        const body = { pageSize: 1, columns: [], filters: where };
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

/** What the list is asked for every day, a click each; another click shows everything again. */
export function QuickFilters({ state, dispatch, isEmpty, isKnown }: QuickFiltersProps) {
  const t = useWords();
  const localize = useSay();
  const { timeZone } = useFormat();
  const { resource, role } = usePageScope();
  const permitted = permittedFields(resource, role, 'detail');
  const all = Object.entries(resource.list.quick ?? {}).filter(([, { where }]) =>
    Object.keys(where).every((name) => permitted.includes(name)),
  );
  const shown = inOrder(state.filters);
  const counts = useQuickCounts(
    resource,
    all.map(([name, quick]) => [name, resolveQuickFilter(resource, quick, Date.now(), timeZone)] as const),
    isKnown,
  );
  if (all.length === 0 || isEmpty) return null;
  return (
    <ToolRow className="filter-bar" label={t('resource.list.quick')}>
      {all.map(([name, quick]) => {
        const filters = resolveQuickFilter(resource, quick, Date.now(), timeZone);
        const on = shown === inOrder(filters);
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
            {localize(quick.label)}
            {counts === null || counts.has(name) ? <span className="quick-count">{counts?.get(name)}</span> : null}
          </button>
        );
      })}
    </ToolRow>
  );
}
