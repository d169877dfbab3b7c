import './bulk.css';
import { type Action, type AnyResource, countPicked, type Fields, getWritableFields, type Picked } from '@gantry/core';
import { useFormat, useSay } from '../../app/i18n/index.ts';
import { Can } from '../../app/session/index.ts';
import { useWords } from '../../fields/index.ts';
import { Button } from '../../ui/index.ts';
import { getBulkActions } from '../action/row-menu.ts';

interface BulkBarProps {
  readonly resource: AnyResource;
  readonly role: string;
  readonly picked: Picked;
  readonly total: number;
  readonly capped: boolean;
  readonly onRun: (name: string, action: Action | null) => void;
  readonly onNone: () => void;
}

/** What is picked, and what may be done with all of it. */
export function BulkBar({ resource, role, picked, total, capped, onRun, onNone }: BulkBarProps) {
  const t = useWords();
  const localize = useSay();
  const format = useFormat();
  const count = `${format.number(countPicked(picked, total))}${capped && picked.mode === 'allExcept' ? '+' : ''}`;
  const words =
    picked.mode === 'some'
      ? t('list.selected', { count })
      : picked.ids.size > 0
        ? t('resource.list.allOf', { count, except: picked.ids.size })
        : t('list.allMatching', { count });
  return (
    <section className="bulk-bar" aria-label={t('verb.batch')}>
      <strong role="status">{words}</strong>
      <Button size="small" type="text" onClick={onNone}>
        {t('resource.list.selectNone')}
      </Button>
      {getBulkActions(resource, role).map(([name, action]) => (
        <Button
          key={name}
          size="small"
          {...(action.danger ? { status: 'danger' as const } : {})}
          onClick={() => onRun(name, action)}
        >
          {localize(action.label)}
        </Button>
      ))}
      <Can resource={resource} verb="batch">
        {Object.keys(getBulkFields(resource)).length > 0 ? (
          <Can resource={resource} verb="update">
            <Button size="small" onClick={() => onRun('update', null)}>
              {t('resource.bulk.set')}
            </Button>
          </Can>
        ) : null}
        <Can resource={resource} verb="delete">
          <Button size="small" status="danger" onClick={() => onRun('delete', null)}>
            {t('verb.delete')}
          </Button>
        </Can>
      </Can>
    </section>
  );
}

/** Fields that many records may be given one value of: those of the form, but what must be each one's own, or is secret. */
export function getBulkFields(resource: AnyResource): Fields {
  const shown = new Set((resource.form ?? []).flat());
  const own = new Set((resource.unique ?? []).flat());
  const entries = Object.entries(getWritableFields(resource, 'update')).filter(
    ([name, field]) => shown.has(name) && !own.has(name) && !field.unique && field.kind !== 'secret',
  );
  return Object.fromEntries(entries);
}
