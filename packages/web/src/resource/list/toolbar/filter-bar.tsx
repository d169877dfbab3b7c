import {
  type AnyResource,
  type Field,
  findField,
  getPinnedFilters,
  type ListAction,
  type ListState,
  listFilterNames,
  listPermittedFields,
} from '@gantry/core';
import { Suspense, useState } from 'react';
import { useSay } from '../../../app/i18n/index.ts';
import { FilterWords, useWords } from '../../../fields/index.ts';
import { IconClose, IconDown, IconPlus, IconSearch } from '../../../ui/icons.ts';
import { Button } from '../../../ui/index.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Loading, ToolRow } from '../../../ui/parts/index.ts';
import { usePageScope } from '../../page-scope.tsx';
import { DropPanel } from '../drop-panel.tsx';

/** The filter editor is loaded when the first filter is opened. */
const FieldFilter = lazyPart(async () => ({ default: (await import('../../../fields/filters.tsx')).FieldFilter }));

interface OfferedFilter {
  readonly name: string;
  readonly field: Field;
}

interface FilterBarProps {
  readonly resource: AnyResource;
  readonly state: ListState;
  readonly dispatch: (action: ListAction) => void;
}

/** Filters of fields that the role may read. `id` is a filter only when a link set it. */
function listOffered(resource: AnyResource, role: string, state: ListState): readonly OfferedFilter[] {
  const permitted = listPermittedFields(resource, role, 'detail');
  return listFilterNames(resource)
    .filter((name) => permitted.includes(name))
    .filter((name) => name !== 'id' || 'id' in state.filters)
    .flatMap((name) => {
      const field = findField(resource, name);
      return field ? [{ name, field }] : [];
    });
}

/** The pinned filters first, then the active and added ones, in the order in which they were added. */
function useShown(offered: readonly OfferedFilter[], resource: AnyResource, state: ListState) {
  const [added, setAdded] = useState<readonly string[]>([]);
  const names = [...new Set([...getPinnedFilters(resource), ...added, ...Object.keys(state.filters)])];
  const shown = names.flatMap((name) => offered.filter((one) => one.name === name));
  return { shown, added: added.at(-1) ?? null, add: (name: string) => setAdded((now) => [...now, name]) };
}

/** One chip per filter: it shows the condition, opens to change it, and can be removed. Other filters are behind a button. */
export function FilterBar({ resource, state, dispatch }: FilterBarProps) {
  const t = useWords();
  const { role } = usePageScope();
  const offered = listOffered(resource, role, state);
  const { shown, added, add } = useShown(offered, resource, state);
  const rest = offered.filter((one) => !shown.includes(one));
  const active = Object.keys(state.filters).length;
  return (
    <ToolRow className="filter-bar" label={t('resource.filter.title')}>
      {shown.map(({ name, field }) => (
        <FilterChip
          key={name}
          name={name}
          field={field}
          value={state.filters[name] ?? null}
          startsOpen={name === added}
          onChange={(value) => dispatch({ type: 'filter', name, value })}
        />
      ))}
      {rest.length > 0 ? <AddFilter offered={rest} onAdd={add} /> : null}
      {active > 0 || state.keyword !== '' ? (
        <Button type="text" size="small" onClick={() => dispatch({ type: 'reset' })}>
          {t('common.reset')}
        </Button>
      ) : null}
    </ToolRow>
  );
}

interface AddFilterProps {
  readonly offered: readonly OfferedFilter[];
  readonly onAdd: (name: string) => void;
}

/** The filters that are not shown, searchable by name in either language. */
function AddFilter({ offered, onAdd }: AddFilterProps) {
  const t = useWords();
  const localize = useSay();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const word = typed.trim().toLowerCase();
  const found = offered.filter(({ name, field: { label } }) =>
    [name, label.zh, label.en].some((text) => text.toLowerCase().includes(word)),
  );
  const choose = (name: string | undefined) => {
    if (name === undefined) return;
    setOpen(false);
    setTyped('');
    onAdd(name);
  };
  return (
    <DropPanel
      open={open}
      onOpen={setOpen}
      label={t('resource.filter.add')}
      panel={
        <div className="filter-list">
          <div className="keyword-box">
            <IconSearch aria-hidden="true" />
            <input
              type="text"
              value={typed}
              aria-label={t('common.search')}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter') choose(found[0]?.name);
              }}
            />
          </div>
          <div className="filter-names">
            {found.map(({ name, field }) => (
              <button key={name} type="button" data-add-filter={name} onClick={() => choose(name)}>
                {localize(field.label)}
              </button>
            ))}
          </div>
        </div>
      }
    >
      <button
        type="button"
        className="filter-add"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <IconPlus aria-hidden="true" />
        {t('resource.filter.add')}
      </button>
    </DropPanel>
  );
}

interface FilterChipProps {
  readonly name: string;
  readonly field: Field;
  readonly value: unknown;
  /** Whether it was just added, so that its editor opens. */
  readonly startsOpen: boolean;
  readonly onChange: (value: unknown) => void;
}

function FilterChip({ name, field, value, startsOpen, onChange }: FilterChipProps) {
  const t = useWords();
  const localize = useSay();
  const [open, setOpen] = useState(startsOpen);
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
