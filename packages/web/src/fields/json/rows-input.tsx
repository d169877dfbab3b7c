import './rows-input.css';
import type { RowFields } from '@gantry/core';
import { IconPlus } from '../../ui/icons.ts';
import { Button } from '../../ui/index.ts';
import type { InputProps } from '../field-props.ts';
import { useWords } from '../words.tsx';
import { RowLine } from './row-line.tsx';
import { createEmptyRow, type Row } from './rows-value.ts';
import { useRowList } from './use-row-list.ts';

interface RowsInputProps extends InputProps<'json'> {
  readonly fields: RowFields;
  readonly rows: readonly Row[];
  /** Leaves the rows for the text. */
  readonly onText: () => void;
}

/** A list of flat objects, an item a row. */
export function RowsInput(props: RowsInputProps) {
  const { id, field, fields, label, rows, onChange, onText, disabled = false } = props;
  const t = useWords();
  const empty = field.required ? [] : null;
  const change = (next: readonly Row[]) => onChange(next.length === 0 ? empty : next);
  const { root, keys, add, remove, move } = useRowList(rows, change);
  return (
    <fieldset ref={root} id={id} className="rows-input" aria-label={label} aria-describedby={props.describedBy}>
      {rows.length === 0 ? <p className="rows-note">{t('resource.rows.empty')}</p> : null}
      <ol>
        {rows.map((row, at) => (
          <RowLine
            key={keys[at]}
            id={`${id}-${keys[at]}`}
            label={label}
            fields={fields}
            row={row}
            at={at}
            count={rows.length}
            disabled={disabled}
            invalid={props.invalid ?? false}
            onChange={(next) => change(rows.with(at, next))}
            onMove={(step) => move(at, step)}
            onRemove={() => remove(at)}
          />
        ))}
      </ol>
      <div className="rows-foot">
        <Button
          className="rows-add"
          size="small"
          icon={<IconPlus />}
          disabled={disabled}
          onClick={() => add(createEmptyRow(fields))}
        >
          {t('resource.rows.add')}
        </Button>
        <Button type="text" size="small" onClick={onText}>
          {t('resource.rows.text')}
        </Button>
      </div>
    </fieldset>
  );
}
