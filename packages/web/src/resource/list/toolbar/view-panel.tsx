import { type AnyResource, allFields, densities } from '@gantry/core';
import { useLocale, useSay } from '../../../app/i18n/index.ts';
import { useWords } from '../../../fields/index.ts';
import { IconDown, IconDragDotVertical, IconPushpin, IconUp } from '../../../ui/icons.ts';
import { Button, Checkbox, IconButton } from '../../../ui/index.ts';
import { listPossibleColumns, listShownColumns } from '../../grid/columns.ts';
import type { ViewMenuProps } from './view-menu.tsx';

function moveName(names: readonly string[], name: string, step: number): string[] {
  const at = names.indexOf(name);
  const rest = names.filter((one) => one !== name);
  rest.splice(Math.max(0, at + step), 0, name);
  return rest;
}

/** Selects the visible columns, their order, the pinned ones and the row density. */
export function ViewPanel({ resource, role, list }: ViewMenuProps) {
  const t = useWords();
  const { state, look, dispatch, setLook, restoreLook } = list;
  const shown = listShownColumns(resource, role, state.columns, useLocale());
  const hidden = listPossibleColumns(resource, role).filter((name) => !shown.includes(name));
  const choose = (columns: readonly string[]) => dispatch({ type: 'columns', columns });
  const toggle = (name: string, on: boolean) =>
    choose(on ? [...shown, name] : shown.length > 1 ? shown.filter((one) => one !== name) : shown);
  const pin = (name: string) => {
    const pinned = look.pinned.includes(name) ? look.pinned.filter((one) => one !== name) : [...look.pinned, name];
    setLook({ pinned });
  };
  return (
    <div className="view-panel">
      <fieldset className="density-row" aria-label={t('resource.list.density')}>
        {densities.map((one) => (
          <button key={one} type="button" aria-pressed={look.density === one} onClick={() => setLook({ density: one })}>
            {t(`resource.list.${one}`)}
          </button>
        ))}
      </fieldset>
      <fieldset className="column-list" aria-label={t('resource.list.columns')}>
        {[...shown, ...hidden].map((name) => (
          <ColumnLine
            key={name}
            resource={resource}
            name={name}
            on={shown.includes(name)}
            pinned={look.pinned.includes(name)}
            onToggle={(on) => toggle(name, on)}
            onPin={() => pin(name)}
            onMove={(step) => choose(moveName(shown, name, step))}
            onDrop={(dragged) => {
              const from = shown.indexOf(dragged);
              if (from >= 0) choose(moveName(shown, dragged, shown.indexOf(name) - from));
            }}
          />
        ))}
      </fieldset>
      <Button size="small" long onClick={restoreLook}>
        {t('resource.list.restore')}
      </Button>
    </div>
  );
}

/** Type of the dragged data, so that files and texts are not taken for a column. */
const columnType = 'application/x-gantry-column';

interface ColumnLineProps {
  readonly resource: AnyResource;
  readonly name: string;
  readonly on: boolean;
  readonly pinned: boolean;
  readonly onToggle: (on: boolean) => void;
  readonly onPin: () => void;
  readonly onMove: (step: number) => void;
  /** Another visible column was dropped here. */
  readonly onDrop: (dragged: string) => void;
}

function ColumnLine({ resource, name, on, pinned, onToggle, onPin, onMove, onDrop }: ColumnLineProps) {
  const t = useWords();
  const localize = useSay();
  const field = allFields(resource)[name];
  const words = field ? localize(field.label) : name;
  return (
    <fieldset
      aria-label={words}
      className="column-line"
      draggable={on}
      onDragStart={(event) => event.dataTransfer.setData(columnType, name)}
      onDragOver={(event) => {
        if (on && event.dataTransfer.types.includes(columnType)) event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        onDrop(event.dataTransfer.getData(columnType));
      }}
    >
      {on ? <IconDragDotVertical aria-hidden="true" className="column-grip" /> : null}
      <Checkbox checked={on} onChange={onToggle}>
        {words}
      </Checkbox>
      {on ? (
        <span className="column-tools">
          <IconButton
            raw
            size="mini"
            icon={<IconUp />}
            label={t('resource.list.up', { name: words })}
            onClick={() => onMove(-1)}
          />
          <IconButton
            raw
            size="mini"
            icon={<IconDown />}
            label={t('resource.list.down', { name: words })}
            onClick={() => onMove(1)}
          />
          <IconButton
            raw
            size="mini"
            icon={<IconPushpin />}
            aria-pressed={pinned}
            className={pinned ? 'is-on' : ''}
            label={t(pinned ? 'resource.list.unpin' : 'resource.list.pin', { name: words })}
            onClick={onPin}
          />
        </span>
      ) : null}
    </fieldset>
  );
}
