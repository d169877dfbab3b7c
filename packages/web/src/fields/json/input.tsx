import './rows-input.css';
import type { RowFields } from '@gantry/core';
import { useState } from 'react';
import { Button, TextArea } from '../../ui/index.ts';
import { getInputAria, type InputProps } from '../field-props.ts';
import { useTypedText } from '../use-typed-text.ts';
import { useWords } from '../words.tsx';
import { RowsInput } from './rows-input.tsx';
import { parseRows } from './rows-value.ts';

/** Stands for text that is no JSON: the schema refuses it, and nothing takes it for an empty value. */
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

/** A list in rows; as text when asked for, and when rows would not show all of it. Text stays text until rows are asked for. */
function ListInput(props: ListInputProps) {
  const { fields, value, onChange } = props;
  const t = useWords();
  const [asText, setAsText] = useState(false);
  const rows = parseRows(value, fields);
  if (rows && !asText) return <RowsInput {...props} rows={rows} onText={() => setAsText(true)} />;
  const typed = (next: unknown) => {
    setAsText(true);
    onChange(next);
  };
  return (
    <>
      <JsonText {...props} onChange={typed} />
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
