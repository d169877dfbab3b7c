import {
  type AnyResource,
  type Field,
  filterNames,
  findField,
  type ListAction,
  type ListState,
  permittedFields,
} from '@gantry/core';
import { Suspense, useState } from 'react';
import { useSay } from '../../../app/i18n/index.ts';
import { FilterWords, useWords } from '../../../fields/index.ts';
import { IconClose, IconDown } from '../../../ui/icons.ts';
import { Button } from '../../../ui/index.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Loading, ToolRow } from '../../../ui/parts/index.ts';
import { usePageScope } from '../../page-scope.tsx';
import { DropPanel } from '../drop-panel.tsx';

/** What a filter is changed with is loaded when the first one is opened. */
const FieldFilter = lazyPart(async () => ({ default: (await import('../../../fields/filters.tsx')).FieldFilter }));

interface FilterBarProps {
  readonly resource: AnyResource;
  readonly state: ListState;
  readonly dispatch: (action: ListAction) => void;
}

/** Filters that are always offered, of fields that the role may read; `id` is one only when a link brought it. */
function offered(resource: AnyResource, role: string, state: ListState): readonly (readonly [string, Field])[] {
  const permitted = permittedFields(resource, role, 'detail');
  return filterNames(resource)
    .filter((name) => permitted.includes(name))
    .filter((name) => name !== 'id' || 'id' in state.filters)
    .flatMap((name) => {
      const field = findField(resource, name);
      return field ? [[name, field] as const] : [];
    });
}

/** One chip a filter: it says what it narrows by, opens to change that, and takes it off again. */
export function FilterBar({ resource, state, dispatch }: FilterBarProps) {
  const t = useWords();
  const { role } = usePageScope();
  const filters = offered(resource, role, state);
  const active = Object.keys(state.filters).length;
  return (
    <ToolRow className="filter-bar" label={t('resource.filter.title')}>
      {filters.map(([name, field]) => (
        <FilterChip
          key={name}
          name={name}
          field={field}
          value={state.filters[name] ?? null}
          onChange={(value) => dispatch({ type: 'filter', name, value })}
        />
      ))}
      {active > 0 || state.keyword !== '' ? (
        <Button type="text" size="small" onClick={() => dispatch({ type: 'reset' })}>
          {t('common.reset')}
        </Button>
      ) : null}
    </ToolRow>
  );
}

interface FilterChipProps {
  readonly name: string;
  readonly field: Field;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function FilterChip({ name, field, value, onChange }: FilterChipProps) {
  const t = useWords();
  const localize = useSay();
  const [open, setOpen] = useState(false);
  const label = localize(field.label);
  const on = value !== null;
  return (
    <span className={on ? 'filter-chip on' : 'filter-chip'}>
      <DropPanel
        open={open}
        onOpen={setOpen}
        label={`${t('resource.filter.title')}: ${label}`}
        panel={
          <Suspense fallback={<Loading />}>
            <FieldFilter field={field} label={label} value={value} onChange={onChange} />
          </Suspense>
        }
      >
        <button
          type="button"
          className="filter-open"
          aria-haspopup="dialog"
          aria-expanded={open}
          data-filter={name}
          onClick={() => setOpen(!open)}
        >
          <span>{label}</span>
          {on ? (
            <strong>
              <FilterWords field={field} value={value} />
            </strong>
          ) : (
            <IconDown aria-hidden="true" />
          )}
        </button>
      </DropPanel>
      {on ? (
        <button
          type="button"
          className="bare-button"
          aria-label={t('resource.filter.clear', { name: label })}
          onClick={() => onChange(null)}
        >
          <IconClose aria-hidden="true" />
        </button>
      ) : null}
    </span>
  );
}
