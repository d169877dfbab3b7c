import { type AnyResource, findField } from '@gantry/core';
import { chooseStartingSides, type MergeRow, type Side, type Sides } from '../record/merge.ts';
import './form.css';
import './merge.css';
import { useState } from 'react';
import { useSay } from '../../app/i18n/index.ts';
import { FieldCell, useWords } from '../../fields/index.ts';
import { Button, Modal } from '../../ui/index.ts';
import type { Conflict } from './use-record-form.ts';

/** A form that can be sent after another user changed the record. */
interface Merging<Saved> {
  readonly conflict: Conflict | null;
  readonly busy: boolean;
  readonly resolve: (sides: Sides) => Promise<Saved>;
  readonly dropConflict: () => void;
}

interface FormMergeProps<Saved> {
  readonly resource: AnyResource;
  readonly form: Merging<Saved>;
  /** Called with the result of saving the chosen values, also when they were rejected. */
  readonly onResolved: (saved: Saved) => void;
}

/** Asks whose values to keep while the form has a conflict. */
export function FormMerge<Saved>({ resource, form, onResolved }: FormMergeProps<Saved>) {
  if (!form.conflict) return null;
  return (
    <MergeDialog
      resource={resource}
      conflict={form.conflict}
      busy={form.busy}
      onApply={async (sides) => onResolved(await form.resolve(sides))}
      onCancel={form.dropConflict}
    />
  );
}

interface MergeDialogProps {
  readonly resource: AnyResource;
  readonly conflict: Conflict;
  readonly busy: boolean;
  readonly onApply: (sides: Sides) => void;
  readonly onCancel: () => void;
}

/** Merges the changes of two users field by field. The typed values are preserved until the user decides otherwise. */
function MergeDialog({ resource, conflict, busy, onApply, onCancel }: MergeDialogProps) {
  const t = useWords();
  const [sides, setSides] = useState<Sides>(() => chooseStartingSides(conflict.rows));
  const chooseAll = (side: Side) => setSides(Object.fromEntries(conflict.rows.map((row) => [row.name, side])));
  return (
    <Modal
      visible
      className="merge-dialog wide-dialog"
      title={t('resource.merge.title')}
      maskClosable={false}
      okText={t('resource.merge.apply')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      onOk={() => onApply(sides)}
      onCancel={onCancel}
    >
      <p className="hint">{t('resource.merge.text')}</p>
      <table className="merge-table">
        <thead>
          <tr>
            <th scope="col">{t('resource.merge.field')}</th>
            <th scope="col">{t('resource.merge.base')}</th>
            <th scope="col">
              <Button size="mini" type="text" onClick={() => chooseAll('mine')} title={t('resource.merge.takeMine')}>
                {t('resource.merge.mine')}
              </Button>
            </th>
            <th scope="col">
              <Button
                size="mini"
                type="text"
                onClick={() => chooseAll('theirs')}
                title={t('resource.merge.takeTheirs')}
              >
                {t('resource.merge.theirs')}
              </Button>
            </th>
          </tr>
        </thead>
        <tbody>
          {conflict.rows.map((row) => (
            <MergeLine
              key={row.name}
              resource={resource}
              row={row}
              side={sides[row.name] ?? 'mine'}
              onSide={(side) => setSides({ ...sides, [row.name]: side })}
            />
          ))}
        </tbody>
      </table>
    </Modal>
  );
}

interface MergeLineProps {
  readonly resource: AnyResource;
  readonly row: MergeRow;
  readonly side: Side;
  readonly onSide: (side: Side) => void;
}

function MergeLine({ resource, row, side, onSide }: MergeLineProps) {
  const t = useWords();
  const localize = useSay();
  const field = findField(resource, row.name);
  if (!field) return null;
  const renderCell = (value: unknown) => (
    <FieldCell field={field} name={row.name} record={{ [row.name]: value }} full />
  );
  const label = localize(field.label);
  return (
    <tr>
      <th scope="row">
        {label}
        {row.clash ? <span className="merge-clash">{t('resource.merge.clash')}</span> : null}
      </th>
      <td>{renderCell(row.base)}</td>
      {(['mine', 'theirs'] as const).map((one) => (
        <td key={one}>
          <label className="merge-choice">
            <input
              type="radio"
              name={`merge-${row.name}`}
              checked={side === one}
              aria-label={`${label}: ${t(`resource.merge.${one}`)}`}
              onChange={() => onSide(one)}
            />
            <span>{renderCell(row[one])}</span>
          </label>
        </td>
      ))}
    </tr>
  );
}
