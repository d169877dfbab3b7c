import { type ListAction, type ListState, permittedFields, resolveQuickFilter } from '@gantry/core';
import { useFormat, useSay } from '../../../app/i18n/index.ts';
import { useWords } from '../../../fields/index.ts';
import { ToolRow } from '../../../ui/parts/index.ts';
import { usePageScope } from '../../page-scope.tsx';

interface QuickFiltersProps {
  readonly state: ListState;
  readonly dispatch: (action: ListAction) => void;
  /** Whether nothing is there to narrow. */
  readonly isEmpty: boolean;
}

/** Filters in one order of names: two that narrow alike are one text. */
function inOrder(filters: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.entries(filters).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** What the list is asked for every day, a click each; another click shows everything again. */
export function QuickFilters({ state, dispatch, isEmpty }: QuickFiltersProps) {
  const t = useWords();
  const localize = useSay();
  const { timeZone } = useFormat();
  const { resource, role } = usePageScope();
  const permitted = permittedFields(resource, role, 'detail');
  const all = Object.entries(resource.list.quick ?? {}).filter(([, { where }]) =>
    Object.keys(where).every((name) => permitted.includes(name)),
  );
  if (all.length === 0 || isEmpty) return null;
  const shown = inOrder(state.filters);
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
          </button>
        );
      })}
    </ToolRow>
  );
}
