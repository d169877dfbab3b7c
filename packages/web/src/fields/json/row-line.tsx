import './rows-input.css';
import { getFieldKind, type RowField, type RowFields } from '@gantry/core';
import type { ComponentType } from 'react';
import { useSay } from '../../app/i18n/index.ts';
import { IconDelete, IconDown, IconUp } from '../../ui/icons.ts';
import { IconButton } from '../../ui/index.ts';
import { BooleanInput } from '../boolean/input.tsx';
import { OptionInput } from '../choice/input.tsx';
import type { Input, InputProps } from '../field-props.ts';
import { IntegerInput } from '../integer/input.tsx';
import { ParagraphInput } from '../paragraph/input.tsx';
import { ReferenceInput } from '../reference/input.tsx';
import { TagsInput } from '../tags/input.tsx';
import { TextInput } from '../text/input.tsx';
import { useWords } from '../words.tsx';
import { type Row, withValue } from './rows-value.ts';

const inputs = {
  text: TextInput,
  paragraph: ParagraphInput,
  integer: IntegerInput,
  boolean: BooleanInput,
  choice: OptionInput,
  tags: TagsInput,
  reference: ReferenceInput,
} satisfies { readonly [K in RowField['kind']]: ComponentType<InputProps<K>> };

const wide: readonly RowField['kind'][] = ['paragraph', 'tags'];

function isWrong(field: RowField, value: unknown): boolean {
  if (value === null) return field.required === true;
  return !getFieldKind(field).schema(field).safeParse(value).success;
}

interface RowLineProps {
  readonly id: string;
  readonly label: string;
  readonly fields: RowFields;
  readonly row: Row;
  readonly at: number;
  readonly count: number;
  readonly disabled: boolean;
  /** The whole list was refused: inputs that cannot be right are marked. */
  readonly invalid: boolean;
  readonly onChange: (row: Row) => void;
  readonly onMove: (step: 1 | -1) => void;
  readonly onRemove: () => void;
}

/** One item of a list: its inputs under their names, and what moves or removes it. */
export function RowLine({ id, label, fields, row, disabled, invalid, onChange, ...rest }: RowLineProps) {
  const t = useWords();
  const localize = useSay();
  return (
    <li>
      <fieldset className="row-line" aria-label={t('resource.rows.row', { name: label, n: rest.at + 1 })}>
        <div className="row-cells">
          {Object.entries(fields).map(([name, field]) => {
            const Shown = inputs[field.kind] as unknown as Input;
            const value = row[name] ?? null;
            return (
              <div key={name} className={wide.includes(field.kind) ? 'row-cell wide' : `row-cell ${field.kind}`}>
                <label htmlFor={`${id}-${name}`}>{localize(field.label)}</label>
                <Shown
                  id={`${id}-${name}`}
                  field={field}
                  label={localize(field.label)}
                  value={value}
                  onChange={(next) => onChange(withValue(row, name, next, fields))}
                  disabled={disabled}
                  invalid={invalid && isWrong(field, value)}
                />
              </div>
            );
          })}
        </div>
        {disabled ? null : <RowTools {...rest} />}
      </fieldset>
    </li>
  );
}

function RowTools({ at, count, onMove, onRemove }: Pick<RowLineProps, 'at' | 'count' | 'onMove' | 'onRemove'>) {
  const t = useWords();
  const n = at + 1;
  const tool = { raw: true, size: 'small', htmlType: 'button' } as const;
  return (
    <div className="row-tools">
      <IconButton
        {...tool}
        icon={<IconUp />}
        label={t('resource.rows.up', { n })}
        disabled={at === 0}
        onClick={() => onMove(-1)}
      />
      <IconButton
        {...tool}
        icon={<IconDown />}
        label={t('resource.rows.down', { n })}
        disabled={n === count}
        onClick={() => onMove(1)}
      />
      <IconButton {...tool} icon={<IconDelete />} label={t('resource.rows.remove', { n })} onClick={onRemove} />
    </div>
  );
}
