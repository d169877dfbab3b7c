import './rows-input.css';
import { getFieldKind, type RowField, type RowFields } from '@gantry/core';
import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react';
import { useSay } from '../../app/i18n/index.ts';
import { IconDelete, IconDown, IconPlus, IconUp } from '../../ui/icons.ts';
import { Button, IconButton, TextArea } from '../../ui/index.ts';
import { BooleanInput } from '../boolean/input.tsx';
import { OptionInput } from '../choice/input.tsx';
import { getInputAria, type Input, type InputProps } from '../field-props.ts';
import { IntegerInput } from '../integer/input.tsx';
import { ParagraphInput } from '../paragraph/input.tsx';
import { ReferenceInput } from '../reference/input.tsx';
import { TagsInput } from '../tags/input.tsx';
import { TextInput } from '../text/input.tsx';
import { useTypedText } from '../use-typed-text.ts';
import { useWords } from '../words.tsx';
import { createEmptyRow, moveItem, parseRows, type Row, withValue } from './rows-value.ts';

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
  /** Whether the entire list was rejected, so that invalid inputs are marked. */
  readonly invalid: boolean;
  readonly onChange: (row: Row) => void;
  readonly onMove: (step: 1 | -1) => void;
  readonly onRemove: () => void;
}

/** One item of a list: its inputs with their labels, and buttons that move or remove it. */
function RowLine({ id, label, fields, row, disabled, invalid, onChange, ...rest }: RowLineProps) {
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

/** Buttons of a row, in order. */
const rowActions = ['up', 'down', 'remove'] as const;
type RowAction = (typeof rowActions)[number];

interface Wanted {
  readonly at: number;
  /** The button of the row to focus, or null for its first input. */
  readonly availableAction: RowAction | null;
}

function place(root: HTMLElement, { at, availableAction }: Wanted): HTMLElement | null {
  const row = root.querySelectorAll('.row-line')[at];
  if (!row) return root.querySelector('.rows-add');
  if (availableAction === null) return row.querySelector('input, textarea, [role=combobox]');
  const buttons = [...row.querySelectorAll<HTMLButtonElement>('.row-tools button')];
  const button = buttons[rowActions.indexOf(availableAction)];
  return button?.disabled ? (buttons.find(({ disabled }) => !disabled) ?? null) : (button ?? null);
}

interface RowList {
  readonly root: RefObject<HTMLFieldSetElement | null>;
  /** A stable key for each row, which moves with it. */
  readonly keys: readonly number[];
  readonly add: (row: Row) => void;
  readonly remove: (at: number) => void;
  readonly move: (at: number, step: 1 | -1) => void;
}

/**
 * Manages changes of a list of rows and the focus: it goes to a new row, follows a moved row, or goes to the row after a removed
 * one.
 */
function useRowList(rows: readonly Row[], onChange: (rows: readonly Row[]) => void): RowList {
  const root = useRef<HTMLFieldSetElement>(null);
  const wanted = useRef<Wanted | null>(null);
  const [known, setKnown] = useState<readonly number[]>([]);
  const keys = known.length === rows.length ? known : rows.map((_, at) => at);
  useEffect(() => {
    if (wanted.current === null || root.current === null) return;
    place(root.current, wanted.current)?.focus();
    wanted.current = null;
  });
  const change = (next: readonly Row[], nextKeys: readonly number[], focus: Wanted) => {
    wanted.current = focus;
    setKnown(nextKeys);
    onChange(next);
  };
  return {
    root,
    keys,
    add: (row) =>
      change([...rows, row], [...keys, Math.max(-1, ...keys) + 1], { at: rows.length, availableAction: null }),
    remove: (at) =>
      change(rows.toSpliced(at, 1), keys.toSpliced(at, 1), {
        at: Math.min(at, rows.length - 2),
        availableAction: 'remove',
      }),
    move: (at, step) =>
      change(moveItem(rows, at, step), moveItem(keys, at, step), {
        at: at + step,
        availableAction: step < 0 ? 'up' : 'down',
      }),
  };
}

/** Represents text that is not valid JSON, so that validation rejects it instead of treating it as empty. */
const unreadable = Symbol('no JSON');

function print(value: unknown): string {
  if (value === null || value === undefined) return '';
  return JSON.stringify(value, null, 2) ?? '';
}
function parse(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return unreadable;
  }
}

function JsonText(props: InputProps<'json'>) {
  const { id, value, onChange, disabled = false } = props;
  const [text, setText] = useTypedText(value, print, parse, onChange);
  return (
    <TextArea
      id={id}
      className="mono"
      value={text}
      onChange={setText}
      spellCheck={false}
      disabled={disabled}
      {...getInputAria(props)}
    />
  );
}

interface ListInputProps extends InputProps<'json'> {
  readonly fields: RowFields;
}

/**
 * A list as rows, or as JSON text on request and when rows could not show all of it. It stays text until the user switches back.
 */
function ListInput(props: ListInputProps) {
  const { fields, value, onChange } = props;
  const t = useWords();
  const [asText, setAsText] = useState(false);
  const rows = parseRows(value, fields);
  if (rows && !asText) return <RowsInput {...props} rows={rows} onText={() => setAsText(true)} />;
  const handleInput = (next: unknown) => {
    setAsText(true);
    onChange(next);
  };
  return (
    <>
      <JsonText {...props} onChange={handleInput} />
      <div className="rows-foot">
        <Button size="small" disabled={rows === null} onClick={() => setAsText(false)}>
          {t('resource.rows.rows')}
        </Button>
        {rows === null ? <span className="rows-note">{t('resource.rows.other')}</span> : null}
      </div>
    </>
  );
}

export function JsonInput(props: InputProps<'json'>) {
  return props.field.rows ? <ListInput {...props} fields={props.field.rows} /> : <JsonText {...props} />;
}

interface RowsInputProps extends InputProps<'json'> {
  readonly fields: RowFields;
  readonly rows: readonly Row[];
  /** Switches from rows to text. */
  readonly onText: () => void;
}

/** A list of flat objects, one row per item. */
function RowsInput(props: RowsInputProps) {
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
